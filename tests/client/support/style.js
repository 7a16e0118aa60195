// Typesetting and phrasing of a text, by language: stumbling blocks for a reader, whatever the text is about.

const HAN = '[\\u4e00-\\u9fff]';
const JAPANESE = '[\\u3040-\\u30ff\\u4e00-\\u9fff々]';
const FULL = '[，。：；！？（）、「」]';

/** Names that are set close in Chinese. */
const NAMES = / ?2[47]点(宣言)?法|9九/g;

/** The end of a sentence that speaks to the reader politely, or ends in a noun. */
const POLITE =
  /(です|ます|でした|ました|ません|ましょう|ください|どうぞ|ございました|お願いします|こんにちは|です(か|ね)|ます(か|ね|よ)|でしょう|[^\u3041-\u309f])$/;

/** Verbs of hints and errors, in addition to those in -ed, -ing and contractions. */
const VERBS = new RegExp(
  `(’(t|re|ll|s|ve)\\b|\\b(${[
    'is|are|was|were|be|been|has|have|had|can|cannot|could|may|must|will|would|do|does|did',
    'add|affects?|allow|came|captures?|check|choose|comes?|continues?|create|earns?|ends?|enter|face|follow|gets?|gives?|goe?s?|join|left|lost|make|moves?|needs?|open|play(s)?|put',
    'reload|remove|revoke|save|scan|see|send|sent|shows?|signs?|start|stays?|take|took|try|turn|unblock|unfollow|use|wait|works?|went|write',
  ].join('|')})\\b)`,
  'i',
);

/** @type {Record<string, (text: string) => string | undefined>} the fault of a text of a language, if any */
export const STYLE = {
  en: (text) => (/ {2}|\s[,.;:!?]/.test(text.trim()) ? 'a space too many' : undefined),
  zh: (text) => {
    const plain = text.replace(NAMES, '');
    if (new RegExp(`${HAN}[,.;:!?()"]|[,;:!?()"]${HAN}`, 'u').test(plain)) return 'punctuation of half width';
    if (new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9]${HAN}`, 'u').test(plain)) return 'no space before or after letters or digits';
    if (new RegExp(`${HAN} ${HAN}|${FULL} | ${FULL}`, 'u').test(plain)) return 'a space too many';
  },
  ja: (text) => {
    if (new RegExp(`${JAPANESE}[,.;:!?()"]|[,;:!?()"]${JAPANESE}`, 'u').test(text)) return 'punctuation of half width';
    if (
      new RegExp(
        `${JAPANESE} ${JAPANESE}|${JAPANESE} [0-9](?![0-9]*[a-z])|(?<![A-Za-z.=0-9 ])[0-9] ${JAPANESE}|${FULL} | ${FULL}`,
        'u',
      ).test(text)
    )
      return 'a space too many';
  },
};

/** The first sentence of a Japanese text that is not polite. @param {string} text */
export const impolite = (text) =>
  (text.match(/[^。？！]+(?=[。？！])/gu) ?? [])
    .map((sentence) => sentence.replace(/（[^）]*）?$|」$/, ''))
    .find((sentence) => !POLITE.test(sentence));

/** Whether every sentence of an English hint or error has a verb. @param {string} text */
export const isSentence = (text) =>
  /[.!?…”)}]$/.test(text) &&
  /^[A-Z“{+0-9]/.test(text) &&
  text
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .every((part) => VERBS.test(part) || /\{(rule|fault|example|known)\}/.test(part) || /\w(ed|ing)\b/.test(part));
