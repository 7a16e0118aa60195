// Addresses of scripts that run apart from the page: the service worker, and workers that compute.
// The pages' policy (require-trusted-types-for) allows those alone that the one of `prelude.js` lets through.

/**
 * Lets the script of this path run.
 *
 * @param {string} path on this server, such as `/sw.js`
 * @returns {string}
 */
export const scriptUrl = (path) => /** @type {any} */ (globalThis).scripts.createScriptURL(path);
