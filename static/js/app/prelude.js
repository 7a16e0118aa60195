// What runs before the modules: the one script that is none. Modules run after the first paint, and where one of the
// page's own cannot be loaded, none of them runs at all.
{
  // The one policy for scripts of the page, which runs none of another server. It is created before anything else
  // runs: a second one may not be created.
  const own = (/** @type {string} */ path) => {
    const url = new URL(path, location.origin);
    if (url.origin !== location.origin) throw new TypeError(path);
    return url.pathname + url.search;
  };
  const rules = { createScriptURL: own };
  /** @type {any} */ (globalThis).scripts = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('yiguan', rules) ?? rules;

  // Light or dark as the visitor chose, before anything is drawn.
  let scheme = '';
  try {
    ({ scheme } = JSON.parse(localStorage.getItem('yiguan.settings') ?? '{}'));
  } catch {
    // Storage may be forbidden, or hold something else; the device chooses then.
  }
  if (scheme === 'light' || scheme === 'dark') document.documentElement.setAttribute('data-theme', scheme);

  /** @type {Record<string, string>} */
  const words = {
    en: 'This page could not be loaded.|Reload',
    zh: '页面未能加载。|重新加载',
    ja: 'ページを読み込めませんでした。|再読み込み',
  };
  const report = (/** @type {Event} */ { target }) => {
    if (/** @type {HTMLScriptElement} */ (target).type !== 'module') return;
    const [text = '', label = ''] = words[document.documentElement.lang.slice(0, 2)]?.split('|') ?? [];
    const button = document.createElement('button');
    button.className = 'button';
    button.append(label);
    button.onclick = () => location.reload();
    const notice = document.createElement('div');
    notice.className = 'notice notice--over';
    notice.id = 'not-loaded';
    notice.role = 'alert';
    notice.append(text, button);
    document.body.append(notice);
  };
  addEventListener('error', report, true);
}
