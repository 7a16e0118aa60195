// The faults of a record or a position, in the reader's language.

import { hasText, keyIn, t } from '../i18n/i18n.js';

/** @typedef {import('./records.js').Fault} Fault */

/** The notations that can be opened, as a visitor knows them. */
const KINDS = [
  'kif',
  'ki2',
  'csa',
  'usi',
  'western',
  'wxf',
  'iccs',
  'cn',
  'fen',
  'dhtmlxq',
  'xqf',
  'cbr',
  'cbl',
  'cbf',
  'txt',
  'json',
];

/**
 * A fault, in one sentence; refusals of the rules have the words of the board.
 *
 * @param {Fault & {error?: string}} fault
 * @param {string} [game] the game of the record
 */
export function faultText({ key, args, error = '' }, game = '') {
  const rule = args.rule ? t(keyIn(`rule.${args.rule}`, game)) : '';
  const reason = args.reason && hasText(`reason.${args.reason}`) ? t(keyIn(`reason.${args.reason}`, game)) : (args.reason ?? '');
  return hasText(`fault.${key}`) ? t(`fault.${key}`, { ...args, rule, reason }) : error;
}

/**
 * Why a text could not be opened: its likely form, the place where it cannot be read, and the reason.
 *
 * @param {string} text
 * @param {(Fault & {error?: string}) | null} fault none where it looks like no record
 * @param {string} [game] the game of the record
 */
export function importText(text, fault, game) {
  if (!text.trim()) return t('import.nothing');
  if (!fault) return t('import.unknown', { kinds: KINDS.map((kind) => t(`import.kind.${kind}`)).join(t('import.between')) });
  const { line, column, kind } = fault;
  const said = faultText(fault, game);
  const placed = line ? t('import.place', { line, column: column ?? 1, fault: said }) : said;
  return kind ? t('import.taken', { kind: t(`import.kind.${kind}`), fault: placed }) : placed;
}
