// The scripts that a page may run in addition to its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const ELSEWHERE = ['https://evil.example/x.js', '//evil.example/x.js', 'data:text/javascript,1'];

globalThis.location = /** @type {any} */ ({ origin: 'https://hall.example' });
globalThis.document = /** @type {any} */ ({ documentElement: { setAttribute: () => undefined, lang: 'en' } });
globalThis.addEventListener = () => undefined;

function checkScripts(scriptUrl) {
  assert.equal(scriptUrl('/sw.js'), '/sw.js');
  assert.equal(scriptUrl('/js/search/worker.js?v=1'), '/js/search/worker.js?v=1');
  for (const elsewhere of ELSEWHERE) assert.throws(() => scriptUrl(elsewhere), TypeError);
}

test('the policy of the page is created once, at load, and lets through scripts of this server alone', async () => {
  const created = [];
  globalThis.trustedTypes = {
    createPolicy(name, rules) {
      created.push(name);
      return rules;
    },
  };
  await import('../../static/js/app/prelude.js');
  assert.deepEqual(created, ['yiguan'], 'before any module');
  const { scriptUrl } = await import('../../static/js/ui/script_url.js');
  checkScripts(scriptUrl);
  assert.equal(created.length, 1);
});

test('a browser without policies runs scripts of this server alone, too', async () => {
  globalThis.trustedTypes = undefined;
  await import('../../static/js/app/prelude.js?again');
  const { scriptUrl } = await import('../../static/js/ui/script_url.js');
  checkScripts(scriptUrl);
});
