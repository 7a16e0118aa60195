// Names and sentences that need the catalogue: games, sides, options, pieces, moves.

import { aloud } from './aloud.js';
import { parseAction } from '../../board/actions.js';
import { hasText, language, pick, t } from '../i18n/i18n.js';
import { coordinatesOf, notationOf } from './notation.js';
import { inNotation } from './written.js';

/** @typedef {import('../net/api.js').GameInfo} GameInfo */
/** @typedef {import('../net/api.js').RulesetInfo} RulesetInfo */
/** @typedef {import('../games/index.js').Descriptor} Descriptor */
/** @typedef {import('../games/index.js').Side} Side */

export class Names {
  /**
   * @param {GameInfo | undefined} info
   * @param {string} ruleset
   * @param {Descriptor} game
   * @param {Record<string, string>} [options]
   */
  constructor(info, ruleset, game, options = {}) {
    this.info = info;
    this.sides = game.sides?.(options);
    this.rulesetId = ruleset;
    this.ruleset = info?.rulesets.find(({ id }) => id === ruleset);
    this.game = game;
  }

  get title() {
    return pick(this.info?.name) || this.game.id;
  }

  /** @param {Side} side */
  side(side) {
    return this.sides ? t(this.sides[side]) : pick(this.ruleset?.sides[side]) || side;
  }

  /**
   * The ruleset and the options that are not at their default, in one line.
   *
   * @param {Record<string, string>} options
   */
  setting(options) {
    const parts = [];
    if (this.info && this.info.rulesets.length > 1) parts.push(pick(this.ruleset?.name));
    for (const option of this.ruleset?.options ?? []) {
      const chosen = option.values.find(({ id }) => id === options[option.key]);
      // The usual setting needs no words.
      if (chosen && chosen !== option.values[0]) parts.push(t('say.of', { name: pick(option.name), value: pick(chosen.name) }));
    }
    return parts.filter(Boolean).join(' · ');
  }

  /** The settings that decide how an action is written; lists are drawn again when they change. */
  get notation() {
    return notationOf(this.game)?.id ?? '';
  }

  /**
   * The name of a piece, which may depend on its side, and on its being promoted.
   *
   * @param {import('../games/index.js').Piece} piece
   */
  piece({ role, side, promoted }) {
    const named = `piece.${promoted ? `promoted.${role}` : `${role}.${side}`}`;
    return t(hasText(named) ? named : `piece.${role}`);
  }

  /**
   * A point as the language's records name it.
   *
   * @param {string} point
   */
  at(point) {
    return coordinatesOf(this.game) === 'native' ? (this.game.pointName?.(point) ?? point) : point;
  }

  /**
   * The points that a sentence ends with; where records count only files, the board alone shows them.
   *
   * @param {string[]} squares
   */
  points(squares) {
    const named = coordinatesOf(this.game) === 'letters' || !this.game.notations || this.game.pointName;
    return named ? squares.map((point) => this.at(point)) : [];
  }

  /**
   * A screen reader's text of a point, and of pieces in hand.
   *
   * @param {import('../games/index.js').Placement} placement
   */
  labels(placement) {
    return {
      label: (/** @type {string} */ at) => {
        const piece = placement.pieces.get(at);
        const point = this.at(at);
        if (!piece) return t('say.point.empty', { point });
        return t('say.point.piece', { point, side: this.side(piece.side), piece: this.piece(piece) });
      },
      handLabel: (/** @type {Side} */ side, /** @type {string} */ role, /** @type {number} */ count) =>
        count === 0
          ? t('say.hand.empty', { side: this.side(side) })
          : t('say.hand', { side: this.side(side), piece: t(`piece.${role}`), count }),
    };
  }

  /**
   * @param {string} action
   * @param {import('./written.js').Written | null} [written] the same in the game's notations
   */
  action(action, written) {
    const parsed = parseAction(action);
    if (parsed.kind === 'word') return hasText(`act.${action}`) ? t(`act.${action}`) : action;
    const notation = notationOf(this.game);
    if (notation && written) return inNotation(notation, written) ?? action;
    if (parsed.kind === 'step') return `${parsed.from}–${parsed.to}${parsed.promote ? '+' : ''}`;
    if (parsed.kind === 'remove') return `×${parsed.at}`;
    if (parsed.kind === 'place') return parsed.to;
    return action;
  }

  /**
   * What took, at the first point of each kind; that a piece moves onto another needs no word.
   *
   * @param {{at: string, pattern: string}[]} captures
   */
  patterns(captures) {
    const named = captures.filter(({ pattern }) => pattern !== 'displacement' && hasText(`pattern.${pattern}`));
    const first = new Map(named.reverse().map(({ at, pattern }) => [pattern, at]));
    return [...first].map(([pattern, at]) => ({ at, text: t(`pattern.${pattern}`) }));
  }

  /**
   * An action as it is read aloud: by the notation where it is one of the language's own, else in words.
   *
   * @param {import('./timeline.js').Entry} entry
   * @param {import('./timeline.js').Entry} before
   */
  spoken({ action, written, captures }, before) {
    const parsed = parseAction(action ?? '');
    const { pieces } = this.game.read(before.position);
    const taken = captures.find(({ pattern }) => pattern === 'displacement');
    const victim = taken && pieces.get(taken.at);
    const takes = victim ? t('say.takes', { piece: this.piece(victim) }) : '';
    const said = (/** @type {string[]} */ ...parts) => parts.filter(Boolean).join(t('say.and'));
    const notation = notationOf(this.game);
    const own = this.#spokenNotation(notation);
    const inWords = own && inNotation(own, written);
    if (inWords) return said(inWords, takes);
    switch (parsed.kind) {
      case 'step': {
        const mover = pieces.get(parsed.from);
        const read = notation && mover && aloud(notation.id, inNotation(notation, written));
        if (read) {
          const name = this.piece(mover);
          const piece = read.piece ? t(read.piece, { piece: name, number: read.number ?? '' }) : name;
          const end = parsed.promote ? t('say.promotes') : read.stays ? t('say.stays') : '';
          return said(t(read.key, { piece, ...read.values }), takes, end);
        }
        const [from, to] = [this.at(parsed.from), this.at(parsed.to)];
        const step = t('say.step', { piece: mover ? this.piece(mover) : '', from, to });
        return said(step, takes, parsed.promote ? t('say.promotes') : '');
      }
      case 'drop':
        return t('say.drop', { piece: this.letter(parsed.piece, before), to: this.at(parsed.to) });
      case 'place':
        return t('say.place', { to: parsed.to });
      case 'remove':
        return t('say.remove', { at: parsed.at });
      default:
        return this.action(action ?? '', written);
    }
  }

  /**
   * The notation that a move is read in as it stands: the one chosen, or in place of one of figures and letters of
   * another language the language's own.
   *
   * @param {import('./notation.js').MoveNotation | undefined} chosen
   */
  #spokenNotation(chosen) {
    const reads = (/** @type {import('./notation.js').MoveNotation} */ { spoken }) => spoken?.includes(language());
    if (!chosen?.engine || reads(chosen)) return chosen?.engine ? chosen : undefined;
    return this.game.notations?.find(reads);
  }

  /** How the list of moves marks a check; a sign that the notation has for something else is not used. */
  get checkSign() {
    return notationOf(this.game)?.plus ? '' : '+';
  }

  /**
   * The name of a piece in hand by its letter.
   *
   * @param {string} letter
   * @param {import('./timeline.js').Entry} before
   */
  letter(letter, before) {
    const { hands } = this.game.read(before.position);
    const role = hands?.[before.turn].find((held) => held.letter === letter)?.role;
    return role ? t(`piece.${role}`) : letter;
  }

  /**
   * The captures of an action by what takes them; that a piece moves onto another needs no word.
   *
   * @param {import('./timeline.js').Entry} entry
   */
  captures(entry) {
    /** @type {Map<string, string>} */
    const taken = new Map();
    for (const { at, pattern } of entry.captures) {
      if (pattern !== 'displacement') taken.set(pattern, `${taken.get(pattern) ?? ''} ×${this.at(at)}`);
    }
    // A removal has named its capture already.
    const removed = entry.action !== null && parseAction(entry.action).kind === 'remove';
    return [...taken]
      .map(([pattern, points]) => `${hasText(`pattern.${pattern}`) ? t(`pattern.${pattern}`) : pattern}${removed ? '' : points}`)
      .join(t('say.and'));
  }
}
