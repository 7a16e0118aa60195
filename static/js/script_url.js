// @ts-check
// Addresses of scripts that run beside the page: the service worker, and workers that compute.
// The pages' policy (require-trusted-types-for) runs nothing but what this one lets through.

/** @typedef {{createScriptURL: (path: string) => string}} Policy */

/** @type {Policy | null | undefined} undefined until it is asked for: a second one may not be created */
let policy;

/**
 * Lets the script of this path run.
 *
 * @param {string} path on this server, such as `/sw.js`
 */
export function scriptUrl(path) {
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy('yiguan', { createScriptURL: ownScript }) ?? null;
  return policy?.createScriptURL(path) ?? ownScript(path);
}

/** @param {string} path */
function ownScript(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) throw new TypeError(`not a script of this server: ${path}`);
  return url.pathname + url.search;
}
