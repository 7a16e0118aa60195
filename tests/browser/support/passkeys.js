// A device that has passkeys, for pages whose address has a name: one by number has none.

/** The address of a server by which its pages have passkeys. @param {{ origin: string }} server */
export const named = (server) => server.origin.replace('127.0.0.1', 'localhost');

/**
 * Has a page's device create and use passkeys without a question.
 *
 * @param {import('playwright-core').Page} page
 */
export async function authenticator(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
