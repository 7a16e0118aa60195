// Every text exists in every language, and every code of the engine and the server has one.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { chooseLanguage, LANGUAGES, setLanguage, t, TEXTS } from '../../static/js/i18n/i18n.js';
import { Names } from '../../static/js/game/names.js';
import { descriptor } from '../../static/js/games/index.js';
import { foreignIn, NOT_SAID } from './support/not_said.js';
import { impolite, isSentence, STYLE } from './support/style.js';
import { TABLES } from './support/words.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** The keys on the wire of an enum of the engine: the texts in its `as_str`. */
const keysOf = (path) => [...read(path).matchAll(/^ +\w+ = "([^"]+)",$/gm)].map(([, key]) => key);

const KEYS = Object.keys(TEXTS.en);
const HAS = new Set(KEYS);

/**
 * The keys of a table that a language lacks, or has without text or with other placeholders than English.
 *
 * @param {Record<string, Record<string, string>>} tables by language
 */
function gapsIn(tables) {
  const placeholders = (/** @type {string} */ text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  const keys = new Set(LANGUAGES.flatMap(({ id }) => Object.keys(tables[id] ?? {})));
  return [...keys].flatMap((key) =>
    LANGUAGES.filter(
      ({ id }) => !tables[id]?.[key]?.trim() || placeholders(tables[id][key]) !== placeholders(tables.en?.[key] ?? ''),
    ).map(({ id }) => `${key}, ${id}`),
  );
}

test('every table has the same keys in every language, with the same placeholders', () => {
  for (const [name, tables] of Object.entries(TABLES)) {
    assert.deepEqual(gapsIn(tables), [], name);
    for (const { id } of LANGUAGES) assert.deepEqual(Object.keys(tables[id]), Object.keys(tables.en), `${name}, ${id}`);
  }
});

test('a key without one of its languages, or with another placeholder, is named', () => {
  const complete = { a: '{count}', b: 'B' };
  const tables = { en: { ...complete, c: 'C' }, zh: { a: '{many}', b: ' ', c: 'C' }, ja: complete };
  assert.deepEqual(gapsIn(tables), ['a, zh', 'b, zh', 'c, ja']);
});

/** Former texts of pages, in addition to the words that no text contains. */
const NOT_SHOWN = {
  en: [
    /\b(call|called) off\b/i,
    /\bclaim the game\b/i,
    /\btalk\b/i,
    /\bfree seat\b/i,
    /\bwords of the board\b/i,
    /\blocal play\b/i,
    /\bplay ahead\b/i,
    /\bplay it\b/i,
    /\bgoes on\b/,
    /\bstuck\b/,
    /\bremark\b/i,
    /\bmay come\b/,
    /\bSeconds a\b/,
    /\bthe opponent left\b/i,
    /\bplacing\b/i,
    /\bby itself\b/,
    /\bidentity\b/,
    /\bby days\b/i,
    /\bsome(one|body) (wins|loses)\b/i,
    /\b(a|another) mail\b|\bmails\b/i,
    /\blog in\b/i,
    /\bkeep me\b/i,
    /\bplanned\b/i,
    /\bstands still\b/,
  ],
  zh: [
    /研究/,
    /在席/,
    /撤回/,
    /执[{红黑先后]/,
    /手数/,
    /\} ?手/,
    /将帅(?!(不能)?照面)/,
    /兵卒/,
    /分制/,
    /上移/,
    /同桌/,
    /棋盘用语/,
    /各自/,
    /此着/,
    /身份/,
    /通讯棋/,
    /玩家/,
    /保存账号/,
    /某人/,
    /双人同机/,
    /未能加载/,
    /常规/,
    /均/,
    /注释/,
  ],
  ja: [
    /身元/,
    /席を作/,
    /[そこの]の席/,
    /時計なし/,
    /結果なし/,
    /(?<!初期)配置/,
    /方の完成/,
    /中取り/,
    /押し取り/,
    /挟み取り/,
    /盤の用語/,
    /上へ/,
    /いいえ/,
    /一手加算/,
    /追従/,
    /日数制/,
    /報告/,
    /要求/,
    /請求/,
    /ある人/,
    /ブラウザ(?!ー)/,
    /コンピュータ(?!ー)/,
    /盤上遊戯/,
    /～/,
    /おすす/,
  ],
};

/** Every text of a language with its key, without its placeholders. */
const textsOf = (language) => KEYS.map((key) => [key, TEXTS[language][key].replace(/\{\w+\}/g, '{}')]);

for (const language of ['en', 'zh', 'ja']) {
  test(`no text of the pages in ${language} uses a word that the glossary rules out`, () => {
    const words = [...NOT_SAID[language], ...NOT_SHOWN[language]];
    const found = textsOf(language).flatMap(([key, text]) =>
      words.filter((word) => word.test(text)).map((word) => `${key}: ${word} in “${text}”`),
    );
    assert.deepEqual(found, []);
  });
}

for (const language of ['zh', 'ja']) {
  test(`the pages have no foreign characters in ${language}`, () => {
    const found = textsOf(language).filter(([, text]) => foreignIn(language, text));
    assert.deepEqual(found, []);
  });
}

/** A placeholder for a number, wherever it is. */
const NUMBERS =
  /\{(count|days|done|hours|of|total|seconds|minutes|periods?|limit|line|column|number|most|ranks|players|live|left)\}/g;

for (const language of ['en', 'zh', 'ja']) {
  test(`the pages are set in ${language} as its readers set a text`, () => {
    const wrong = KEYS.flatMap((key) => {
      const found = STYLE[language](TEXTS[language][key].replace(NUMBERS, '7'));
      return found ? [`${key}: ${found} in “${TEXTS[language][key]}”`] : [];
    });
    assert.deepEqual(wrong, []);
  });
}

test('Japanese sentences of the pages are polite', () => {
  const wrong = KEYS.flatMap((key) => {
    const found = impolite(TEXTS.ja[key]);
    return found ? [`${key}: ${found}`] : [];
  });
  assert.deepEqual(wrong, []);
});

test('English hints and errors are sentences with a verb', () => {
  const hints = KEYS.filter((key) => /^(problem|fault|rule|nack)\.|\.hint$/.test(key));
  assert.ok(hints.length > 200);
  assert.deepEqual(
    hints.filter((key) => !isSentence(TEXTS.en[key])).map((key) => `${key}: ${TEXTS.en[key]}`),
    [],
  );
});

test('texts against the style of a language are found', () => {
  const wrong = [
    ['zh', '轮到你,请走。'],
    ['zh', '第3步'],
    ['zh', '第 3步'],
    ['zh', '请 走'],
    ['ja', 'あと 3手'],
    ['ja', '席 です'],
    ['ja', '対局(公開)'],
    ['en', 'Two  spaces'],
  ];
  assert.deepEqual(
    wrong.filter(([language, text]) => !STYLE[language](text)),
    [],
  );
  const right = [
    ['zh', '唯一的一步是 a2–b2（第 3 步）。'],
    ['ja', 'あと3手で c2 を取ります。'],
    ['en', 'Moves: 3, so far.'],
  ];
  assert.deepEqual(
    right.filter(([language, text]) => STYLE[language](text)),
    [],
  );
  assert.equal(impolite('席は埋まっている。観戦できます。'), '席は埋まっている');
  assert.deepEqual(['No such game.', 'the game is over.', 'The game is over'].filter(isSentence), []);
});

const GAMES = readdirSync(new URL('static/rules', root)).map((name) => name.replace('.json', ''));

/** Words of a reason that a game's players do not use. */
const OF_OTHERS = {
  shogi: /长将|长捉|困毙|局面重复|長将|長捉|同一局面(?!\d)/,
  xiangqi: /千日手|连续将军/,
  folk: /千日手|长将|长捉|困毙|連続王手|長将|将死|詰み/,
};

/** The reasons that only some games have; the others any game can end for. */
const REASONS_OF = {
  perpetual_check: ['shogi', 'xiangqi'],
  perpetual_chase: ['xiangqi'],
  checkmate: ['shogi', 'xiangqi'],
  impasse: ['shogi'],
  declaration: ['shogi'],
  wrong_declaration: ['shogi'],
  foul: ['shogi'],
  elimination: GAMES.filter((game) => !['shogi', 'xiangqi'].includes(game)),
  dead_position: GAMES.filter((game) => game !== 'shogi'),
};

/**
 * The keys of reasons that a language lacks for a game, or names in the words of another game.
 *
 * @param {Record<string, string>} words
 */
function reasonsAmiss(words, reasons) {
  return GAMES.flatMap((game) =>
    reasons
      .filter((reason) => REASONS_OF[reason]?.includes(game) ?? true)
      .flatMap((reason) =>
        [`reason.${reason}`, `ended.won.${reason}`, `ended.lost.${reason}`].flatMap((key) => {
          const text = words[`${key}.${game}`] ?? words[key] ?? (key.startsWith('ended.') ? 'none' : '');
          return text && !(OF_OTHERS[game] ?? OF_OTHERS.folk).test(text) ? [] : [`${key} in ${game}: ${text}`];
        }),
      ),
  );
}

test('every reason has a text in the words of each game that can end for it', () => {
  const reasons = keysOf('engine/src/outcome.rs').filter((key) => HAS.has(`reason.${key}`));
  assert.ok(reasons.length > 10);
  for (const { id } of LANGUAGES) assert.deepEqual(reasonsAmiss(TEXTS[id], reasons), [], id);
  assert.deepEqual(reasonsAmiss({ 'reason.repetition': '千日手' }, ['repetition']).length, GAMES.length - 1);
  assert.deepEqual(reasonsAmiss({}, ['perpetual_chase']), ['reason.perpetual_chase in xiangqi: ']);
});

/** Words of a rule that do not fit the board or the pieces of a game. */
const OF_OTHER_BOARDS = {
  shogi: /\b(points?|stones?)\b|点|石/,
  xiangqi: /\b(squares?|stones?)\b|石/,
  folk: /\b(squares?|pieces?)\b|駒/,
};

test('the rules of all games are in the words of each', () => {
  const rules = ['syntax', 'game_over', 'off_board', 'empty_origin', 'empty_origin.at', 'not_yours', 'occupied', 'occupied.at'];
  for (const { id } of LANGUAGES) {
    const said = GAMES.flatMap((game) =>
      rules.map((rule) => [game, TEXTS[id][`rule.${rule}.${game}`] ?? TEXTS[id][`rule.${rule}`]]),
    );
    assert.deepEqual(
      said.filter(([game, text]) => (OF_OTHER_BOARDS[game] ?? OF_OTHER_BOARDS.folk).test(text)),
      [],
    );
  }
});

test('a text of one game has a general one for all games', () => {
  const own = KEYS.filter((key) => GAMES.some((game) => key.endsWith(`.${game}`)));
  assert.ok(own.includes('reason.repetition.shogi'));
  // Pages look for the key without the game first.
  assert.deepEqual(
    own.filter((key) => !HAS.has(key.slice(0, key.lastIndexOf('.')))),
    [],
  );
});

/** The texts that the server writes itself, by key and language. @type {Record<string, Record<'en' | 'zh' | 'ja', string>>} */
const OF_SERVER = JSON.parse(read('server/src/texts/texts.json'));

test('a text that the pages have is no text of the server alone', () => {
  const same = (texts) => KEYS.some((key) => LANGUAGES.every(({ id }) => TEXTS[id][key] === texts[id]));
  assert.deepEqual(
    Object.keys(OF_SERVER).filter((key) => HAS.has(key) || same(OF_SERVER[key])),
    [],
  );
});

/** The texts that the server writes itself in a language, with its numbers. @param {'en' | 'zh' | 'ja'} language */
function ofServer(language) {
  const number = (text) => text.replace(NUMBERS, '7');
  const moves = number(OF_SERVER['preview.moves'][language]);
  return Object.values(OF_SERVER).map((texts) => number(texts[language].replaceAll('{moves}', moves)));
}

for (const language of ['en', 'zh', 'ja']) {
  test(`mails and previews in ${language} are written as the pages are`, () => {
    const texts = ofServer(language);
    assert.ok(texts.length > 20, `${texts.length}`);
    const words = [...NOT_SAID[language], ...NOT_SHOWN[language]];
    const found = texts.flatMap((text) =>
      [STYLE[language](text), ...words.filter((word) => word.test(text.replace(/\{\w+\}/g, '{}')))]
        .filter(Boolean)
        .map((wrong) => `${wrong} in “${text}”`),
    );
    assert.deepEqual(found, []);
    if (language !== 'en')
      assert.deepEqual(
        texts.filter((text) => foreignIn(language, text)),
        [],
      );
  });
}

test('the warning that moderators find prepared is known to the pages', () => {
  const [, prepared] = /const WARNING: &str = "([^"]+)";/.exec(read('server/src/http/moderation/review/page.rs'));
  assert.equal(TEXTS.en['people.warnings.prepared'], prepared);
  assert.ok(read('static/js/people/identity_view.js').includes(`'${prepared}'`));
});

test('joined words are joined as the language sets it', () => {
  const option = {
    key: 'style',
    name: { en: 'Style', zh: '下法', ja: '遊び方' },
    values: [
      { id: 'a', name: {} },
      { id: 'b', name: { en: 'Tian Fang', zh: '填方', ja: '填方' } },
    ],
  };
  const names = new Names({ rulesets: [{ id: 'r', options: [option] }] }, 'r', descriptor('shogi'));
  const said = (language) => {
    setLanguage(language);
    return names.setting({ style: 'b' });
  };
  assert.deepEqual(['zh', 'ja', 'en'].map(said), ['下法：填方', '遊び方：填方', 'Style: Tian Fang']);
});

test('a piece is called as its side and its promotion have it', () => {
  const called = (game, role, side, promoted = false) =>
    new Names(undefined, '', descriptor(game)).piece({ role, side, promoted });
  const roles = ['rook', 'bishop', 'silver', 'knight', 'lance', 'pawn'];
  for (const [language, names] of [
    ['en', ['dragon', 'horse', 'promoted silver', 'promoted knight', 'promoted lance', 'tokin']],
    ['zh', ['龙王', '龙马', '成银', '成桂', '成香', '成步']],
    ['ja', ['龍', '馬', '成銀', '成桂', '成香', 'と金']],
  ]) {
    setLanguage(language);
    assert.deepEqual(
      roles.map((role) => called('shogi', role, 'first', true)),
      names,
    );
  }
  setLanguage('zh');
  assert.deepEqual(
    ['first', 'second'].map((side) => called('xiangqi', 'general', side)),
    ['帅', '将'],
  );
  assert.deepEqual(
    ['first', 'second'].map((side) => called('xiangqi', 'horse', side)),
    ['马', '马'],
  );
  setLanguage('en');
});

test('muting ends under the word by which it begins, which is not that of blocking', () => {
  for (const { id } of LANGUAGES) {
    const [mute, block, unmute] = ['people.mute', 'people.block', 'talk.unmute'].map((key) => TEXTS[id][key].toLowerCase());
    assert.ok(unmute.includes(mute) && !unmute.includes(block), `${id}: ${unmute}`);
  }
});

test('no key is in two tables', () => {
  const keys = Object.values(TABLES).flatMap(({ en }) => Object.keys(en));
  assert.deepEqual(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    [],
  );
});

for (const [prefix, path] of [
  ['rule', 'engine/src/refusal.rs'],
  ['reason', 'engine/src/outcome.rs'],
  ['pattern', 'engine/src/effects.rs'],
]) {
  test(`every ${prefix} of the engine has a text`, () => {
    const keys = keysOf(path);
    assert.ok(keys.length > 5);
    for (const key of keys) assert.ok(HAS.has(`${prefix}.${key}`), key);
  });
}

test('every possible fault of a text has a sentence for each of its keys, with all its values', () => {
  const faults = JSON.parse(read('tests/protocol/faults.json'));
  assert.ok(Object.keys(faults).length > 50);
  for (const { id } of LANGUAGES) {
    const words = TABLES.faults[id];
    for (const [key, args] of Object.entries(faults)) {
      const text = words[`fault.${key}`];
      assert.ok(text, `${key}, ${id}`);
      const told = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      // That the game is over is enough.
      if (key !== 'over_already') assert.deepEqual(told.sort(), [...args].sort(), `${key}, ${id}`);
    }
  }
});

test('every code of the protocol has a text', () => {
  const protocol = read('docs/protocol.md');
  const problems = protocol.slice(protocol.indexOf('## Errors'), protocol.indexOf('## HTTP'));
  const rows = [...problems.matchAll(/^\| \d{3} \| (.*) \|$/gm)];
  assert.ok(rows.length >= 10);
  for (const [, row] of rows) {
    for (const [, code] of row.matchAll(/`([a-z_]+)`/g)) assert.ok(HAS.has(`problem.${code}`), code);
  }
  const nacks = /^Codes of `nack`:.*$/m.exec(protocol)[0];
  for (const [, code] of nacks.slice('Codes of `nack`'.length).matchAll(/`([a-z_]+)`/g)) assert.ok(HAS.has(`nack.${code}`), code);
  const reasons = /and those of the match \((.*)\)/.exec(protocol)[1];
  for (const [, reason] of reasons.matchAll(/`([a-z-]+)`/g)) assert.ok(HAS.has(`reason.${reason}`), reason);
});

test('the language is the chosen one, else the first of the browser that is here', () => {
  assert.equal(chooseLanguage(['fr-FR', 'ja-JP', 'en'], null), 'ja');
  assert.equal(chooseLanguage(['zh-TW'], null), 'zh');
  assert.equal(chooseLanguage(['ja'], 'zh'), 'zh');
  assert.equal(chooseLanguage(['fr'], null), 'en');
});

test('blanks are filled, and an unknown key is shown as it is', () => {
  setLanguage('ja');
  assert.equal(t('result.win', { side: '先手' }), '先手の勝ち');
  setLanguage('en');
  assert.equal(t('result.win', { side: 'Black' }), 'Black wins');
  assert.equal(t('no.such.key'), 'no.such.key');
});
