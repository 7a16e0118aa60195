// A learner who walks through a course: every wrong try of a step first, then an action that it accepts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { catalogue, Game, initSync } from '../../../static/engine/yiguan_engine.js';
import { accepted, attempt, greediest, meets } from '../../../static/js/course/goals.js';
import {
  answerTo,
  begin,
  beginOption,
  isRight,
  readCourse,
  replyOf,
  rightPoints,
  stepsOf,
} from '../../../static/js/course/reader.js';
import { descriptor } from '../../../static/js/games/index.js';
import { press, tabTo, walkTo } from './keyboard.js';

const root = new URL('../../../static/', import.meta.url);
initSync({ module: readFileSync(new URL('engine/yiguan_engine_bg.wasm', root)) });

/** The games of the catalogue. */
export const GAMES = JSON.parse(catalogue()).games;

/** @param {string} id */
export function courseOf(id) {
  const { course } = readCourse(JSON.parse(readFileSync(new URL(`courses/${id}.json`, root), 'utf8')));
  const world = {
    game: ({ ruleset, options, start }) => new Game(id, ruleset, JSON.stringify(options), start || undefined),
    read: descriptor(id).read,
  };
  return { course, world, steps: stepsOf(course) };
}

/**
 * What touches the page: a finger, keys, or the accessibility tree.
 *
 * @typedef {object} Hand
 * @property {(page: import('playwright-core').Page, action: string, asked?: boolean) => Promise<void>} play `asked` if two actions touch the same
 * @property {(page: import('playwright-core').Page, testid: string) => Promise<void>} push a button
 */

/** The points, pieces in hand and choices that an action touches, in turn. */
function touched(action) {
  const [, piece, dropped] = /^([A-Z])\*(.+)$/.exec(action) ?? [];
  if (piece) return [`[data-hand="${piece}"]`, `[data-point="${dropped}"]`];
  const [, single] = /^[@x](.+)$/.exec(action) ?? [];
  if (single) return [`[data-point="${single}"]`];
  const [, from, to] = /^([a-z]\d+|\d[a-z])([a-z]\d+|\d[a-z])/.exec(action) ?? [];
  assert.ok(to, `${action} can be played on a board`);
  return [`[data-point="${from}"]`, `[data-point="${to}"]`];
}

/** Whether the page asks which of two actions is meant: a piece can promote, or not. */
const isAsked = (game, action) =>
  game.legal().some((other) => other !== action && other.replace('+', '') === action.replace('+', ''));

/** The choice where an action can promote, or not. */
async function chosen(page, action, asked, select) {
  if (asked) await select(page.locator(`[data-choice="${action}"]`));
}

const board = '[data-testid=lesson-step]';

/** @type {Record<string, Hand>} */
export const HANDS = {
  touch: {
    async play(page, action, asked = false) {
      for (const target of touched(action)) await page.locator(`${board} ${target}`).tap();
      await chosen(page, action, asked, (choice) => choice.tap());
    },
    push: (page, testid) => page.getByTestId(testid).tap(),
  },
  keyboard: {
    async play(page, action, asked = false) {
      await tabTo(page, `${board} [data-point]`);
      for (const target of touched(action)) {
        const [, point] = /data-point="(.*)"/.exec(target) ?? [];
        if (point) await walkTo(page, point);
        else await page.locator(`${board} ${target}`).focus();
        await press(page, 'Enter');
      }
      await chosen(page, action, asked, async (choice) => {
        await choice.focus();
        await press(page, 'Enter');
      });
    },
    async push(page, testid) {
      await tabTo(page, `[data-testid="${testid}"]`);
      await press(page, 'Enter');
    },
  },
  tree: {
    async play(page, action, asked = false) {
      const grid = page.getByTestId('lesson-step').getByRole('grid');
      for (const target of touched(action)) {
        const [, point] = /data-point="(.*)"/.exec(target) ?? [];
        if (point) await grid.getByRole('gridcell', { name: new RegExp(`^${point}\\b`) }).click();
        else await page.locator(`${board} ${target}`).click();
      }
      await chosen(page, action, asked, (choice) => choice.click());
    },
    async push(page, testid) {
      const name = await page.getByTestId(testid).evaluate((element) => {
        const read = element.cloneNode(true);
        for (const unread of read.querySelectorAll('[aria-hidden=true]')) unread.remove();
        return element.getAttribute('aria-label') ?? read.textContent.trim();
      });
      await page.getByRole('button', { name, exact: true }).click();
    },
  },
};

/** How many moves a small game is played for. */
const MOST_MOVES = 30;

const says = (page, text) =>
  page.waitForFunction(([wanted]) => document.querySelector('[data-testid=lesson-says]')?.textContent?.includes(wanted), [text]);

/** Waits until a text is shown, and that it is visible, in a colour of its kind. */
async function hears(page, text, language, kind) {
  const wanted = typeof text === 'string' ? text : text[language];
  await says(page, wanted).catch(async () => {
    assert.fail(`“${wanted}” is not said, but “${await page.getByTestId('lesson-says').textContent()}”`);
  });
  const { classes, top, bottom, height, width } = await page.getByTestId('lesson-says').evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { classes: element.className, top, bottom, height: innerHeight, width: document.scrollingElement?.scrollWidth };
  });
  assert.ok(classes.endsWith(kind), `${classes} for “${wanted}”`);
  assert.ok(top >= 0 && bottom <= height + 1, `“${wanted}” is out of sight, from ${top} to ${bottom} of ${height}`);
  assert.equal(width, page.viewportSize()?.width, 'nothing is wider than the page');
}

/** A learner of a course. */
export class Learner {
  /**
   * @param {import('playwright-core').Page} page
   * @param {string} origin
   * @param {string} game
   * @param {Hand} hand
   * @param {object} [way]
   * @param {'en' | 'zh' | 'ja'} [way.language]
   * @param {boolean} [way.thorough] whether every wrong try is made, and every way that is accepted, or one of each
   * @param {(name: string) => Promise<unknown>} [way.picture] takes a picture of the page
   */
  constructor(page, origin, game, hand, { language = 'en', thorough = false, picture = async () => undefined } = {}) {
    Object.assign(this, { page, origin, game, hand, language, thorough, picture, wrong: 0, at: '', ...courseOf(game) });
  }

  /** @template T @param {T[]} tries @returns {T[]} those that are made */
  #some = (tries) => (this.thorough ? tries : tries.slice(0, 1));

  /** Opens the course at its first step. */
  async open() {
    await this.page.goto(`${this.origin}/rules/${this.game}#learn`);
  }

  /** Does a step in every way that it accepts, after every wrong try, and continues. */
  async do(step) {
    await this.#begins(step);
    await this.picture(`${step.id}-task`);
    await this[step.kind](step);
    await this.picture(`${step.id}-done`);
    await this.#continues();
  }

  async #begins(step) {
    this.wrong = 0;
    this.at = step.id;
    await this.page.locator(`[data-testid=lesson-step][data-step="${step.id}"][data-ready]`).waitFor();
  }

  /** To the next step, past the end of a part. */
  async #continues() {
    const { page } = this;
    if (await page.getByTestId('lesson-next').isVisible()) await this.hand.push(page, 'lesson-next');
    await page
      .locator(
        '[data-testid=lesson-step]:not(.course-step--done), [data-kind=card], [data-testid=lesson-part], [data-testid=lesson-end]',
      )
      .first()
      .waitFor();
    if ((await page.getByTestId('lesson-part').count()) > 0) await this.hand.push(page, 'lesson-continue');
  }

  /** Back to a step that is done, to do it in another way. */
  async #anew(step) {
    await this.#continues();
    if ((await this.page.getByTestId('lesson-end').count()) > 0) return false;
    await this.hand.push(this.page, 'lesson-back');
    await this.#begins(step);
    return true;
  }

  /** That a wrong try was answered: the second brings a hint, the third the answer. */
  async #answered(text, hint) {
    const { page, language } = this;
    this.wrong += 1;
    await hears(page, text, language, '--wrong');
    assert.ok(await page.getByTestId('lesson-next').isHidden());
    assert.equal(Boolean(await page.getByTestId('lesson-hint').textContent()), this.wrong >= 2);
    if (this.wrong >= 2) assert.ok((await page.getByTestId('lesson-hint').textContent()).includes(hint[language]));
    assert.equal(await page.getByTestId('lesson-show').isVisible(), this.wrong >= 3);
    if (this.wrong === 3) await this.picture(`${this.at}-wrong`);
  }

  async #right(step) {
    await hears(this.page, step.success, this.language, '--right');
    const next = this.page.getByTestId('lesson-next');
    await next.waitFor();
    assert.ok(await next.evaluate((button) => button === document.activeElement), 'the focus is on what is next');
  }

  async card() {
    await this.page.getByTestId('lesson-next').waitFor();
  }

  task = (step) => this.#turns(step, [{ goal: step.goal }]);
  line = (step) => this.#turns(step, step.turns);

  /** Every way through the turns; on the first way every wrong try. */
  async #turns(step, turns) {
    const { read } = this.world;
    const ways = this.#ways(begin(this.world, this.course, step), turns);
    for (const [index, way] of this.#some(ways).entries()) {
      if (index > 0) assert.ok(await this.#anew(step));
      const game = begin(this.world, this.course, step);
      for (const [at, action] of way.entries()) {
        const turn = turns[at];
        if ('goal' in turn) {
          // The page continues once the reply has been seen.
          if (at > 0 && 'reply' in turns[at - 1]) await this.#stands(game);
          if (at > 0) this.wrong = 0;
          if (index === 0) await this.#wrongTries(game, turn, step);
          await this.hand.play(this.page, action, isAsked(game, action));
        }
        game.play(action);
      }
      await this.#right(step);
      assert.ok(read(game.position()));
    }
  }

  /** Waits until the learner's side can act in a position. */
  async #stands(game) {
    await this.page.waitForFunction(
      ([position]) =>
        document.querySelector('[data-testid=lesson-step] [data-position]')?.getAttribute('data-position') === position &&
        document.querySelector('[data-testid=lesson-step] .yg-hit--source'),
      [game.position()],
    );
  }

  #ways(game, [turn, ...rest]) {
    if (!turn) return [[]];
    const { read } = this.world;
    const actions = 'reply' in turn ? [replyOf(game, turn.reply, read)] : accepted(game, turn.goal, read);
    return actions.flatMap((action) => {
      const after = game.fork();
      after.play(action);
      return this.#ways(after, rest).map((way) => [action, ...way]);
    });
  }

  async #wrongTries(game, turn, step) {
    const { read } = this.world;
    const right = accepted(game, turn.goal, read);
    for (const action of this.#some(game.legal().filter((one) => !right.includes(one)))) {
      const tried = attempt(game, action, read);
      await this.hand.play(this.page, action, isAsked(game, action));
      await this.#answered(answerTo(tried, [turn, step], read).text, turn.hint ?? step.hint);
      await this.hand.push(this.page, 'lesson-again');
    }
  }

  async try(step) {
    const { read } = this.world;
    const game = begin(this.world, this.course, step);
    for (const action of this.#some(game.legal())) {
      await this.hand.play(this.page, action, isAsked(game, action));
      await this.#answered(step.answer, step.hint);
      await this.hand.push(this.page, 'lesson-again');
    }
    assert.ok(meets(attempt(game, step.show, read), step.goal, read));
    await this.hand.play(this.page, step.show);
    await this.#right(step);
  }

  async choice(step) {
    const { read } = this.world;
    if (step.boards) {
      const right = step.boards.map((option) =>
        isRight(beginOption(this.world, this.course, step, option), option, step.right, read),
      );
      for (const index of this.#some([...right.keys()].filter((one) => !right[one]))) {
        const option = step.boards[index];
        await this.hand.push(this.page, `lesson-option-${index}`);
        await this.#answered(option.text ?? step.answer, step.hint);
      }
      for (const index of right.keys()) if (right[index]) await this.hand.push(this.page, `lesson-option-${index}`);
    } else {
      const game = begin(this.world, this.course, step);
      const right = rightPoints(game, step.squares, read);
      const { names } = descriptor(this.game).drawing(game.position(), this.course.ruleset).grid;
      for (const point of this.#some(names.filter((name) => !right.includes(name)))) {
        await this.hand.play(this.page, `@${point}`);
        await this.#answered({ [this.language]: '' }, step.hint);
      }
      for (const point of right) await this.hand.play(this.page, `@${point}`);
    }
    await this.#right(step);
  }

  /** Plays what takes most until the game is over; the course continues either way. */
  async play(step) {
    const { page } = this;
    const side = begin(this.world, this.course, step).to_act();
    let before = '';
    for (let moves = 0; ; moves += 1) {
      const found = await page.waitForFunction(
        ([known]) => {
          const over = ['lesson-next', 'lesson-again'].find((id) =>
            document.querySelector(`[data-testid=${id}]`)?.checkVisibility(),
          );
          const position = document.querySelector('[data-position]')?.getAttribute('data-position');
          return (
            over ?? (position !== known && document.querySelector('[data-testid=lesson-step] .yg-hit--source') ? position : null)
          );
        },
        [before],
      );
      const state = await found.jsonValue();
      if (state === 'lesson-next') {
        await this.#right(step);
        return;
      }
      if (state === 'lesson-again') {
        await hears(page, step.failure, this.language, '--wrong');
        await this.hand.push(page, 'lesson-again');
        before = '';
        continue;
      }
      before = state;
      const game = this.world.game({ ruleset: step.ruleset ?? this.course.ruleset, options: step.options ?? {}, start: state });
      // The board as it is between the learner's move and the computer's.
      if (game.to_act() !== side) continue;
      // A game that does not end is left, on the learner's turn: nothing can end it then.
      if (moves >= MOST_MOVES) return this.hand.push(page, 'lesson-skip');
      const action = greediest(game, this.world.read);
      await this.hand.play(page, action, isAsked(game, action));
    }
  }
}
