// Words that no text contains, by language: those that docs/glossary.md rules out, and the characters of another language.

/** The tables of docs/glossary.md, as far as a word is wrong wherever it stands. */
export const NOT_SAID = {
  en: [
    /\b([Tt]he|[Aa]n) own\b/,
    /\bone[’']s own\b/,
    /\bwhoever\b/i,
    /\bnone but\b/i,
    /\bown accord\b/,
    /\bof itself\b/,
    /\bas far as it likes\b/,
    /\bactions?\b/,
    /\bpl(y|ies)\b/,
    /\bowed\b/,
    /\blapses?\b/,
    /\btokens?\b/,
    /\bfar three ranks\b/,
    /\btrio\b/,
    /\bclose up\b/,
    /\blooked at\b/,
    /\bstands? by\b/,
    /\bwatchers?\b/,
    /\bpromoted (rook|bishop)\b(?!, called)/,
    /\bhobble/,
    /\bgives? mate\b/,
    /\bJiang Qi\b/,
    /\bXiang Qi\b(?! \(leaflet\))/,
    /\bconventions\b/,
    /\b(his own|from him|by him)\b/,
    /\bAs printed\b/,
    /'/,
  ],
  zh: [
    /唯(?!一)|皆/,
    /走动之子/,
    /其位/,
    /，故/,
    /[余己敌]子/,
    /作罢/,
    /届时/,
    /不可不/,
    /务须/,
    /而负/,
    /停着/,
    /无子可走/,
    /作和/,
    /轮走/,
    /让[二四五六八十]枚/,
    /沃克/,
    /通例/,
    /\d ?手/,
    /[\d一二三四五六七八九十] ?分(?!钟)/,
    /求和/,
    /放弃/,
    /重赛/,
    /(?<!未)升变的(飞|角|银|桂|香|步)/,
    /连续将军(?!的千日手)(?!造成)/,
    /落子/,
    /先行/,
    /[\u3040-\u30ff\uac00-\ud7af]/,
  ],
  ja: [
    /自石/,
    /敵石/,
    /自玉/,
    /味方/,
    /三度/,
    /四度/,
    /指す手(が|の)な/,
    /満線/,
    /頂き取り/,
    /小取り/,
    /大取り/,
    /連取り/,
    /行動/,
    /序盤の取り除き/,
    /英訳文/,
    /着席/,
    /在席/,
    /おまかせ/,
    /身元/,
    /成(飛車|角|歩)/,
    /石を打/,
    /打ち終わ/,
    /取り決め/,
    /[\uac00-\ud7af]/,
  ],
};

/** Characters that only the other of the two languages writes. */
const FOREIGN = {
  zh: /[馬車飛銀龍歩対囲換頂動陣線両負勝過辺選書頁無長時間開関発規則請譲応種個為従還進遠運達連輪東気駒黒経続説読図単]/u,
  ja: /[马车炮帅飞银龙阵线两负胜过边选书页无长时间开关发规则请让应没这种个们为从还进远运达连轮东顶围换动对夹驹经续说读图单谱术语击败获丢蹩]/u,
};

/** Exceptions that a language may write as another does: proper names, next to their reading. */
const NAMES = { zh: [], ja: ['丢方', '蹩馬腿', '炮二平五'] };

/**
 * The first character in a text that only the other of Chinese and Japanese writes.
 *
 * @param {'zh' | 'ja'} language
 * @param {string} text
 */
export function foreignIn(language, text) {
  const own = NAMES[language].reduce((rest, name) => rest.replaceAll(name, ''), text);
  return FOREIGN[language].exec(own)?.[0];
}
