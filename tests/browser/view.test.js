// Views that render state, on a page of the server and so under its policies: which elements of the document change.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, person } from './support/browser.js';
import { play, saved, shows } from './support/play.js';
import { Server } from './support/server.js';
import { guest } from './support/tables.js';

const STATIC = fileURLToPath(new URL('../../static', import.meta.url));

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A page of plain modules, in which `views` has the module of the views. */
async function page(t) {
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: STATIC });
  const page = await person(t, browser);
  await page.goto(`${server.origin}/offline`);
  await page.evaluate(async () => {
    window.views = await import('/js/ui/view.js');
    window.host = document.body.appendChild(document.createElement('div'));
    window.noted = [];
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    window.observer = new MutationObserver(() => {});
    window.observer.observe(window.host, options);
    window.changes = () => window.observer.takeRecords().map(({ type }) => type);
  });
  return page;
}

test('one change of state is one change of the document', async (t) => {
  const changes = await (await page(t)).evaluate(() => {
    const { h, show, signal } = window.views;
    const [name, waits, count] = [signal('Ann'), signal(false), signal(0)];
    show(window.host, () => [
      h('p', { class: waits.value ? 'waits' : 'plays', click: () => {} }, 'Player ', h('b', {}, name.value)),
      h('input', { hidden: count.value === 0, value: String(count.value) }),
    ]);
    window.changes();
    const after = (change) => {
      change();
      return window.changes();
    };
    return [
      after(() => (name.value = 'Bo')),
      after(() => (waits.value = true)),
      after(() => (name.value = 'Bo')),
      after(() => (count.value = 1)),
    ];
  });
  assert.deepEqual(changes, [['characterData'], ['attributes'], [], ['attributes']]);
});

test('children that stay keep their elements and the focus, in whatever order', async (t) => {
  const seen = await (await page(t)).evaluate(() => {
    const { h, show, signal } = window.views;
    const names = signal(['a', 'b', 'c', 'd']);
    show(window.host, () =>
      h(
        'ul',
        {},
        names.value.map((key) => h('li', { key }, h('button', { id: `view-${key}` }, key))),
      ),
    );
    const elements = Object.fromEntries([...window.host.querySelectorAll('button')].map((each) => [each.textContent, each]));
    elements.b.focus();
    const seen = [];
    for (const next of ['bcda', 'abcd', 'xbcd', 'bd', 'bdax', 'xadb']) {
      names.value = [...next];
      const buttons = [...window.host.querySelectorAll('button')];
      const same = buttons.filter((each) => elements[each.textContent] === each).map((each) => each.textContent);
      seen.push([buttons.map((each) => each.textContent).join(''), same.includes('b'), document.activeElement === elements.b]);
    }
    return seen;
  });
  assert.deepEqual(
    seen.map(([order]) => order),
    ['bcda', 'abcd', 'xbcd', 'bd', 'bdax', 'xadb'],
  );
  assert.ok(seen.every(([, isSame]) => isSame));
  // A move of one row never takes the focus from another; the last one turns the whole list round.
  assert.deepEqual(
    seen.slice(0, 5).map(([, , hasFocus]) => hasFocus),
    [true, true, true, true, true],
  );
});

test('a row is made again only when its inputs change', async (t) => {
  const made = await (await page(t)).evaluate(() => {
    const { h, rows, show, signal } = window.views;
    const made = [];
    const [items, visitor] = [signal([{ id: 1 }, { id: 2 }]), signal('x')];
    const list = rows(
      (item) => {
        made.push(item.id);
        return h('li', { key: item.id }, String(item.id));
      },
      () => [visitor.value],
    );
    show(window.host, () => list(items.value));
    items.value = [...items.value, { id: 3 }];
    items.value = items.value.map((item) => (item.id === 2 ? { ...item } : item));
    visitor.value = 'y';
    return made;
  });
  assert.deepEqual(made, [1, 2, 3, 2, 1, 2, 3]);
});

test('a view that throws keeps its last content, and stops no other', async (t) => {
  const opened = await page(t);
  opened.removeAllListeners('console');
  const texts = await opened.evaluate(() => {
    const { h, show, signal } = window.views;
    const other = document.body.appendChild(document.createElement('div'));
    const count = signal(1);
    show(window.host, () => {
      if (count.value === 2) throw new Error('a fault of a view');
      return h('p', {}, `view ${count.value}`);
    });
    show(other, () => `other ${count.value}`);
    const texts = [];
    for (const next of [1, 2, 3]) {
      count.value = next;
      texts.push(`${window.host.textContent}, ${other.textContent}`);
    }
    return texts;
  });
  assert.deepEqual(texts, ['view 1, other 1', 'view 1, other 2', 'view 3, other 3']);
});

test('views of a match that throw stop neither its board nor its clocks', async (t) => {
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: STATIC });
  const [player, opponent] = [await person(t, browser), await guest(server.origin)];
  player.removeAllListeners('console');
  // The sentences of the verdict and of the screen reader, and the help of a turn.
  for (const [path, head] of [
    ['sentences', 'function statusText'],
    ['phases', 'const taskText'],
  ])
    await player.route(`**/js/game/${path}.js`, async (route) => {
      const [before, after] = (await (await route.fetch()).text()).split(`export ${head}`);
      const [, name] = head.split(' ');
      const thrown = `export function ${name}() { throw new Error('a fault of a view'); }\n`;
      await route.fulfill({ contentType: 'text/javascript', body: `${before}${thrown}${head}_before${after}` });
    });
  await player.goto(`${server.origin}/offline`);
  const id = await opponent.open({ game: 'xiangqi', seat: 'first', clock: { kind: 'fischer', initial: 300, increment: 0 } });
  await player.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  await player.goto(`${server.origin}/m/${id}`);
  await opponent.send(id, { type: 'play', ply: 0, move: 'a0a1' });
  await shows(player, 1);
  await play(player, 'a9a8');
  await saved(player, 2);
  const running = player.locator('.clock--running');
  const time = await running.textContent();
  await running.filter({ hasNotText: time }).waitFor();
  await opponent.send(id, { type: 'play', ply: 2, move: 'i0i1' });
  await shows(player, 3);
  assert.equal(await player.getByTestId('status').count(), 0, 'the verdict could not be drawn');
});

test('a move and a word change no element of a match that stays, and the focus stays', async (t) => {
  const server = await Server.start(t, { YIGUAN_STATIC_DIR: STATIC });
  const [player, opponent] = [await person(t, browser), await guest(server.origin)];
  await player.goto(`${server.origin}/offline`);
  const id = await opponent.open({ game: 'xiangqi', seat: 'first' });
  await player.request.post(`${server.origin}/api/matches/${id}/join`, { data: {} });
  await opponent.send(id, { type: 'chat', text: 'Hello' });
  await player.goto(`${server.origin}/m/${id}`);
  await player.getByTestId('chat-lines').getByText('Hello').waitFor();
  const staying = ['#player-top a', '#status', '[data-testid=abort]', '#chat-lines li', '#chat-text', '#help-task'];
  await player.evaluate((selectors) => {
    window.kept = selectors.map((selector) => document.querySelector(selector));
    window.kept[0].focus();
  }, staying);
  await opponent.send(id, { type: 'play', ply: 0, move: 'a0a1' });
  await opponent.send(id, { type: 'chat', text: 'Your turn' });
  await shows(player, 1);
  await player.getByTestId('chat-lines').getByText('Your turn').waitFor();
  const seen = await player.evaluate((selectors) => {
    const same = selectors.filter((selector, index) => document.querySelector(selector) === window.kept[index]);
    return [same, document.activeElement === window.kept[0]];
  }, staying);
  assert.deepEqual(seen, [staying, true]);
});

test('a select shows the selected option, though its options come with it', async (t) => {
  const values = await (await page(t)).evaluate(() => {
    const { h, show, signal } = window.views;
    const chosen = signal('');
    show(window.host, () =>
      h(
        'select',
        { value: chosen.value, change: ({ target }) => (chosen.value = target.value) },
        h('option', { value: '' }, 'all'),
        ['a', 'b'].map((id) => h('option', { value: id }, id)),
      ),
    );
    const select = window.host.querySelector('select');
    const values = [select.value];
    chosen.value = 'b';
    values.push(select.value);
    select.value = 'a';
    select.dispatchEvent(new Event('change'));
    return [...values, select.value, chosen.value];
  });
  assert.deepEqual(values, ['', 'b', 'a', 'a']);
});
