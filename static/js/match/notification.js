// A notification by the page itself, where the visitor has allowed them.

/**
 * @param {string} title
 * @param {string} body
 */
export async function notify(title, body) {
  // The worker opens the address when the notification is pressed.
  const options = { body, icon: '/icons/192.png', tag: location.pathname, data: { url: location.pathname } };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Phones show notifications of a service worker alone.
    const worker = await navigator.serviceWorker?.getRegistration();
    worker?.showNotification(title, options).catch(() => undefined);
  }
}
