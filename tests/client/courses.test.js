// The courses that teach the games: what each introduces, that every step can be done, and that its texts are true,
// in order, and in the words of each language.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { catalogue, Game, initSync } from '../../static/engine/yiguan_engine.js';
import { initSync as startSearch, Searcher } from '../../static/engine/yiguan_search.js';
import { arrange, pointsOf } from '../../static/board/actions.js';
import { NOTHING, pressHand, pressPoint } from '../../static/board/state.js';
import { accepted, outcomeFor } from '../../static/js/course/goals.js';
import { begin, beginOption, proveStep, readCourse, rightPoints, stepsOf } from '../../static/js/course/reader.js';
import { descriptor } from '../../static/js/games/index.js';
import { evidence, figuresOf, LISTED, shownBy, uncovered, worldOf } from './support/course_rules.js';
import { foreignIn, NOT_SAID } from './support/not_said.js';
import { impolite, STYLE } from './support/style.js';

const root = new URL('../../static/', import.meta.url);
const bytes = (path) => readFileSync(new URL(path, root));
initSync({ module: bytes('engine/yiguan_engine_bg.wasm') });
startSearch({ module: bytes('engine/yiguan_search_bg.wasm') });

const { games } = JSON.parse(catalogue());
const LANGUAGES = ['en', 'zh', 'ja'];
const MOST_BYTES = 20 * 1024;
const fileOf = (id) => new URL(`courses/${id}.json`, root);
const readFile = (id) => JSON.parse(readFileSync(fileOf(id), 'utf8'));

test('every game has a course', () => {
  assert.deepEqual(
    games.map(({ id }) => id).filter((id) => !existsSync(fileOf(id))),
    [],
  );
});

test('a course introduces exactly the rules that the figures show', () => {
  for (const game of games) {
    const listed = new Set(LISTED[game.id]);
    const { all, own } = figuresOf(game);
    const [shown, anywhere] = [shownBy(own), shownBy(all)];
    assert.deepEqual(
      [...shown].filter((item) => !listed.has(item)),
      [],
      `${game.id}: not listed`,
    );
    // An impasse is shown by its count.
    const counted = ['end impasse', 'end declaration', 'end wrong_declaration'];
    assert.deepEqual(
      [...listed].filter((item) => !anywhere.has(item) && !counted.includes(item)),
      [],
      `${game.id}: no figure`,
    );
  }
});

test('random games of the default rulesets end and capture only as listed', () => {
  let seed = 38;
  const dice = (sides) => ((seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8) % sides;
  for (const { id } of games) {
    const game = new Game(id, undefined, '{}');
    const seen = new Set();
    while (game.result() === undefined) {
      const legal = game.legal();
      for (const { pattern } of JSON.parse(game.play(legal[dice(legal.length)])).captures) seen.add(`capture ${pattern}`);
    }
    seen.add(`end ${game.reason()}`);
    assert.deepEqual(
      [...seen].filter((item) => !LISTED[id].includes(item)),
      [],
      id,
    );
  }
});

/** The texts of a step by language, with where they stand. */
function textsOf(step) {
  const turns = step.turns ?? [];
  const answers = [step, ...turns].flatMap(({ answers = [] }) => answers.map(({ text }) => text));
  const given = [
    ...[step, ...turns].flatMap(({ text, hint, answer }) => [text, hint, answer]),
    step.success,
    step.failure,
    step.link?.text,
    ...(step.boards ?? []).map(({ text }) => text),
    ...answers,
  ];
  return given.filter(Boolean);
}

/** Texts that may not name a point of the solution. */
const beforehand = (step) => textsOf(step).filter((text) => text !== step.success && text !== step.failure);

/** The forms of the words of a course in a language, the longest first. */
const formsOf = (course, language) =>
  Object.entries(course.words)
    .flatMap(([word, forms]) => forms[language].map((form) => ({ word, form })))
    .sort((a, b) => b.form.length - a.form.length);

/** @param {string} form @param {string} language */
const finder = (form, language) => (language === 'en' ? new RegExp(`(?<![\\w-])${form}(?![\\w-])`, 'gi') : new RegExp(form, 'g'));

/** The words of a course that a text uses; a word inside a longer one is not used by it. */
function wordsIn(course, text, language) {
  let rest = text;
  return formsOf(course, language).flatMap(({ word, form }) => {
    const found = finder(form, language);
    if (!found.test(rest)) return [];
    rest = rest.replace(found, '\u0000');
    return [word];
  });
}

/** The words that steps use before one has explained them. */
function tooEarly(course) {
  const explained = new Set();
  return stepsOf(course).flatMap((step) => {
    for (const word of step.explains) explained.add(word);
    return LANGUAGES.flatMap((language) =>
      textsOf(step)
        .flatMap((text) => wordsIn(course, text[language], language))
        .filter((word) => !explained.has(word))
        .map((word) => `step "${step.id}" uses ${word} (${language})`),
    );
  });
}

/** The words of the game's glossary that a course uses and does not list. */
function unlisted(course) {
  const { terms } = JSON.parse(bytes(`rules/${course.game}.json`));
  return terms.flatMap(({ term }) =>
    LANGUAGES.flatMap((language) => {
      const names = term[language]
        .replace(/[（(].*?[)）]/g, '')
        .split(/[、,/]\s*/)
        .map((name) => name.trim());
      return names
        .filter((name) =>
          stepsOf(course).some((step) => textsOf(step).some((text) => finder(name, language).test(text[language]))),
        )
        .filter((name) => !formsOf(course, language).some(({ form }) => finder(form, language).test(name)))
        .map((name) => `${name} (${language})`);
    }),
  );
}

/** Points as texts write them. */
const POINTS = { shogi: /(?<![A-Za-z0-9])[1-9][a-z](?![A-Za-z0-9])/g, other: /(?<![A-Za-z0-9])[a-z]\d{1,2}(?![A-Za-z0-9])/g };
const namedIn = (game, text) => LANGUAGES.flatMap((language) => text[language].match(POINTS[game] ?? POINTS.other) ?? []);

/** The points on which the accepted actions of a step end, unless any action will do. */
function solution(course, step) {
  const world = worldOf(course.game);
  const game = begin(world, course, step);
  const all = game.legal();
  const ends = (actions) => (actions.length === all.length ? [] : actions.map((action) => pointsOf(action).at(-1)));
  if (step.kind === 'task') return ends(accepted(game, step.goal, world.read));
  if (step.kind === 'line') return ends(accepted(game, step.turns[0].goal, world.read));
  return step.squares ? rightPoints(game, step.squares, world.read) : [];
}

/** Whether a board asks for an action that is not legal when its points are pressed. */
function canTry(game, action, read) {
  const actions = arrange(game.legal());
  const { pieces } = read(game.position());
  const there = (point) => ({ occupied: pieces.has(point), mine: pieces.get(point)?.side === game.to_act() });
  const [, letter] = /^([A-Z])\*/.exec(action) ?? [];
  let pressed = letter ? pressHand(NOTHING, letter) : { selection: NOTHING };
  for (const point of pointsOf(action)) pressed = pressPoint(pressed.selection, actions, point, there(point));
  return pressed.ask === action.replace(/[+=]$/, '');
}

/** Whether a strong player reaches the goal of a small game against its level. */
function canBeWon(course, step) {
  const game = begin(worldOf(course.game), course, step);
  const side = game.to_act();
  const options = Object.entries(step.options ?? {}).flat();
  const searcher = new Searcher(course.game, step.ruleset ?? course.ruleset, options, step.position);
  for (const move of step.moves ?? []) searcher.play(move);
  for (let seed = 1; game.result() === undefined && seed < 300; seed += 1) {
    const { action } = JSON.parse(searcher.choose_move(game.to_act() === side ? 6 : step.level, seed, 20_000));
    game.play(action);
    searcher.play(action);
  }
  return [step.goal.result].flat().includes(outcomeFor(side, game.result()));
}

for (const game of games.filter(({ id }) => existsSync(fileOf(id)))) {
  const { id } = game;
  const file = readFile(id);
  const { course, faults } = readCourse(file);
  const world = worldOf(id);
  const steps = stepsOf(course);

  describe(`the course of ${id}`, () => {
    test('has the form of a course of the default ruleset, of 12 to 26 steps', () => {
      assert.deepEqual(
        faults.map(({ step, fault }) => `step "${step}": ${fault}`),
        [],
      );
      assert.deepEqual([course.game, course.ruleset], [id, game.rulesets[0].id]);
      assert.ok(steps.length >= 12 && steps.length <= 26, `${steps.length} steps`);
      assert.ok(course.parts.length >= 3, `${course.parts.length} parts`);
    });

    test('is at most 20 KB compressed', () => {
      const size = gzipSync(readFileSync(fileOf(id))).length;
      assert.ok(size <= MOST_BYTES, `${size} bytes`);
    });

    test('introduces everything once, by steps that show it', () => {
      assert.deepEqual(uncovered(game, course), []);
    });

    test('misses something without any step that introduces something', () => {
      const shown = new Map(steps.map((step) => [step.id, evidence(world, course, step)]));
      for (const gone of steps.filter(({ introduces }) => introduces.length > 0)) {
        const parts = course.parts.map((part) => ({ ...part, steps: part.steps.filter((step) => step !== gone) }));
        const missed = uncovered(game, { ...course, parts }, (step) => shown.get(step.id));
        assert.deepEqual(missed.sort(), gone.introduces.map((item) => `nothing introduces ${item}`).sort(), gone.id);
      }
    });

    test('leads to a game by its first part', () => {
      const first = new Set(course.parts[0].steps.flatMap(({ introduces }) => introduces));
      for (const kind of ['capture', 'end', 'piece'])
        assert.ok(
          [...first].some((item) => item.startsWith(kind)),
          kind,
        );
    });

    for (const step of steps) {
      test(`step "${step.id}" can be solved, and answers wrong tries`, () => {
        assert.deepEqual(proveStep(world, course, step), []);
        if (step.kind === 'try')
          assert.ok(canTry(begin(world, course, step), step.show, world.read), `${step.show} cannot be tried on a board`);
        if (step.kind === 'play') assert.ok(canBeWon(course, step), 'the game is not won');
        for (const option of step.boards ?? []) beginOption(world, course, step, option);
      });
    }

    test('uses no word before it is explained, and explains each once', () => {
      assert.deepEqual(tooEarly(course), []);
      assert.deepEqual(unlisted(course), []);
      assert.deepEqual(steps.flatMap(({ explains }) => explains).sort(), Object.keys(course.words).sort());
    });

    test('names no point off the board, and none of a solution', () => {
      for (const step of steps) {
        const position = begin(world, course, step).position();
        const { names } = descriptor(id).drawing(position, course.ruleset).grid;
        for (const text of textsOf(step))
          assert.deepEqual(
            namedIn(id, text).filter((point) => !names.includes(point)),
            [],
            step.id,
          );
        const hidden = solution(course, step);
        for (const text of beforehand(step))
          assert.deepEqual(
            namedIn(id, text).filter((point) => hidden.includes(point)),
            [],
            step.id,
          );
        for (const point of [...(step.marks ?? []), ...(step.arrows ?? []).flatMap(pointsOf)])
          assert.ok(names.includes(point), `${step.id}: ${point}`);
      }
    });

    for (const language of LANGUAGES) {
      test(`is written in ${language} as the pages are`, () => {
        const heads = [...course.left.map(({ text }) => text), ...course.parts.flatMap(({ title, learned }) => [title, learned])];
        const texts = [...heads, ...steps.flatMap(textsOf)].map((text) => text[language]);
        const wrong = texts.flatMap((text) => {
          const found = [
            STYLE[language](text),
            ...NOT_SAID[language].filter((word) => word.test(text)),
            language !== 'en' && foreignIn(language, text),
            language === 'ja' && impolite(text),
          ];
          return found.filter(Boolean).map((fault) => `${fault} in “${text}”`);
        });
        assert.deepEqual(wrong, []);
      });
    }
  });
}

// Errors of a bad file.

const TEXT = { en: 'A.', zh: '甲。', ja: '甲です。' };
const TASK = { id: 'one', kind: 'task', text: TEXT, success: TEXT, hint: TEXT, goal: { legal: true } };
const fileWith = (...steps) => ({
  game: 'xia-si',
  ruleset: 'as-printed',
  words: {},
  parts: [{ id: 'part', title: TEXT, learned: TEXT, steps }],
  left: [],
});

test('a step of another form is left out and reported by its name', () => {
  for (const [change, fault] of [
    [{ kind: 'puzzle' }, 'unknown kind "puzzle"'],
    [{ text: { en: 'A.', zh: '甲。' } }, 'text has no ja'],
    [{ hint: { ...TEXT, fr: 'A.' } }, 'hint has an unknown language'],
    [{ goal: {} }, 'goal asks nothing'],
    [{ goal: { from: ['a1'] } }, 'goal compares points: from'],
    [{ goal: { noReply: { to: ['a1'] } } }, 'noReply compares points: to'],
    [{ goal: { takse: 1 } }, 'goal has an unknown condition takse'],
    [{ goal: { captures: 'two' } }, 'captures is no object'],
    [{ goal: { result: 'first' } }, 'unknown result "first"'],
    [{ answers: [{ when: { legal: true }, text: TEXT }] }, 'when holds for every action: that is the general answer'],
    [{ explains: ['run'] }, 'it explains an unknown word run'],
    [{ id: 'One' }, 'id is no name'],
    [{ colour: 'red' }, 'the step has an unknown colour'],
  ]) {
    const { course, faults } = readCourse(fileWith({ ...TASK, ...change }, { ...TASK, id: 'two' }));
    assert.deepEqual(faults, [{ step: change.id ?? 'one', fault }]);
    assert.deepEqual(
      stepsOf(course).map(({ id }) => id),
      ['two'],
    );
  }
  assert.deepEqual(readCourse(fileWith(TASK, TASK)).faults, [{ step: 'one', fault: 'another step has its name' }]);
  assert.throws(() => readCourse({ ...fileWith(TASK), parts: [] }), /parts has 0 items/);
});

test('what cannot be done is found with the engine', () => {
  const position = '3w/4/1bw1/b3 b -';
  for (const [change, ...expected] of [
    [{ goal: { pattern: 'major' } }, 'unreachable goal: {"pattern":"major"}'],
    [{ goal: { pattern: 'minor' }, answers: [{ when: { from: ['b2'] }, text: TEXT }] }, 'no answer to a1b1'],
    [{ goal: { pattern: 'minor' }, answer: TEXT }, 'the general answer serves 4 of 5 actions'],
    [{ goal: { pattern: 'minor' }, answers: [{ when: { captures: 0 }, text: TEXT }] }],
    [
      { kind: 'try', goal: { refused: 'occupied' }, show: 'a1b2', answer: TEXT },
      'unreachable goal: a1b2 is not refused by occupied',
    ],
    [
      {
        kind: 'line',
        goal: undefined,
        turns: [{ goal: { pattern: 'minor' } }, { reply: ['d4a1'] }],
        answers: [{ when: { captures: 0 }, text: TEXT }],
      },
      'no reply of ["d4a1"] is possible in 3w/4/bb2/4 w -',
    ],
    [
      {
        kind: 'choice',
        goal: undefined,
        right: { pattern: 'major' },
        answer: TEXT,
        boards: [{ action: 'a1a2' }, { action: 'b2b3' }],
      },
      'unreachable goal: no board is right',
    ],
    [
      { kind: 'choice', goal: undefined, squares: { ask: 'targets', from: 'd4', of: { check: true } }, answer: TEXT },
      'unreachable goal: no point is right',
    ],
    [{ kind: 'play', level: 1, goal: { result: 'none' }, failure: TEXT }, 'its goal is met where it begins'],
  ]) {
    const { course, faults } = readCourse(fileWith(JSON.parse(JSON.stringify({ ...TASK, position, ...change }))));
    assert.deepEqual(faults, []);
    const [step] = stepsOf(course);
    assert.deepEqual(proveStep(worldOf('xia-si'), course, step), expected);
  }
  const { course } = readCourse(fileWith({ ...TASK, position: '3w/9 b -' }));
  assert.match(proveStep(worldOf('xia-si'), course, stepsOf(course)[0])[0], /^it cannot be set up/);
});

test('a word that comes before its step is found, unless it is a part of a longer one', () => {
  const words = {
    run: { en: ['run'], zh: ['连子'], ja: ['連'] },
    chain: { en: ['keep running'], zh: ['连吃'], ja: ['連続取り'] },
  };
  const first = { ...TASK, text: { ...TEXT, ja: '連続取りです。' }, explains: ['chain'] };
  const second = { ...TASK, id: 'two', text: { ...TEXT, en: 'A Run.' } };
  const file = { ...fileWith(first, second, { ...TASK, id: 'three', explains: ['run'] }), words };
  assert.deepEqual(tooEarly(readCourse(file).course), ['step "two" uses run (en)']);
});
