// The courses that teach the games: every task can be done, and only by doing it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as engine from '../../static/engine/yiguan_engine.js';
import { courseOf, isDone, taskKind } from '../../static/js/rules/course.js';
import { hasText, setLanguage } from '../../static/js/i18n/i18n.js';
import './support/words.js';

const root = new URL('../../static/', import.meta.url);
engine.initSync({ module: readFileSync(new URL('engine/yiguan_engine_bg.wasm', root)) });
const { games } = JSON.parse(engine.catalogue());

/** What the engine says of an action on a figure. */
function attempt(game, figure, action) {
  const board = new engine.Game(game, figure.ruleset, JSON.stringify(figure.options ?? {}), figure.position);
  for (const move of figure.moves ?? []) board.play(move);
  try {
    const { captures, earned, check } = JSON.parse(board.play(action));
    return { action, captures, earned, check, result: board.result() ?? null };
  } catch (thrown) {
    return { action, refused: JSON.parse(String(thrown)).rule };
  }
}

const legal = (game, figure) => {
  const board = new engine.Game(game, figure.ruleset, JSON.stringify(figure.options ?? {}), figure.position);
  for (const move of figure.moves ?? []) board.play(move);
  return board.legal();
};

for (const file of readdirSync(new URL('rules/', root))) {
  const id = file.replace('.json', '');
  const ruleset = games.find((game) => game.id === id).rulesets[0].id;
  const course = courseOf(JSON.parse(readFileSync(new URL(`rules/${file}`, root))).figures, ruleset);

  test(`${id}: the course has five to eight tasks, each done by its own action`, () => {
    assert.ok(course.length >= 5 && course.length <= 8, `${course.length}`);
    for (const figure of course) {
      assert.ok(hasText(`lesson.task.${taskKind(figure)}`));
      assert.ok(isDone(figure, attempt(id, figure, figure.action)), figure.id);
    }
  });

  test(`${id}: a task is not done by whatever is played`, () => {
    for (const figure of course.filter((task) => ['win', 'earn', 'capture', 'check'].includes(taskKind(task)))) {
      // Where a removal is owed, any will do.
      if (figure.action.startsWith('x')) continue;
      const others = legal(id, figure).filter((action) => !isDone(figure, attempt(id, figure, action)));
      assert.ok(others.length > 0 || legal(id, figure).length === 1, `${figure.id} can be missed`);
    }
  });
}

test('every kind of task is said in every language', () => {
  for (const language of ['en', 'zh', 'ja']) {
    setLanguage(language);
    for (const kind of ['refused', 'win', 'earn', 'capture', 'check', 'move']) assert.ok(hasText(`lesson.task.${kind}`), kind);
  }
});
