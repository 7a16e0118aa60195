// Which scripts a page may run beside itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the policy of the page is created once, and lets through scripts of this server alone', async () => {
  let created = 0;
  globalThis.location = /** @type {any} */ ({ origin: 'https://hall.example' });
  globalThis.trustedTypes = {
    createPolicy(name, rules) {
      created += 1;
      assert.equal(name, 'yiguan');
      return rules;
    },
  };
  const { scriptUrl } = await import('../../static/js/script_url.js');
  assert.equal(scriptUrl('/sw.js'), '/sw.js');
  assert.equal(scriptUrl('/js/search/worker.js?v=1'), '/js/search/worker.js?v=1');
  for (const elsewhere of ['https://evil.example/x.js', '//evil.example/x.js', 'data:text/javascript,1']) {
    assert.throws(() => scriptUrl(elsewhere), TypeError);
  }
  assert.equal(created, 1);
});
