// Why a game ended by repetition: the cycle with every move labelled, the article that decides,
// and the verdicts of the other rulesets. The cycle can be played on the board.

import { hasText, pick, t } from '../i18n/i18n.js';
import { h, show, signal } from '../ui/view.js';

/** @typedef {import('../games/index.js').Side} Side */

/**
 * As the engine reports it.
 *
 * @typedef {{effect: string, checker: Side | null, chaser: Side | null, mutual: 'check' | 'chase' | null}} Ruling
 * @typedef {{attacker: string, attacker_piece: string, victim: string, victim_piece: string, ground: 'unrooted' | 'false_root' | 'chariot', root: string | null, perpetual: boolean}} Chase
 * @typedef {{action: string, by: Side, label: 'check' | 'chase' | 'idle', chases: Chase[]}} Conduct
 * @typedef {{stood: number[], plies: Conduct[], barred: string[], ruling: Ruling, elsewhere: (Ruling & {ruleset: string, version: number, limit: number})[]}} Evidence
 */

/**
 * The subject of the explanation.
 *
 * @typedef {object} Subject
 * @property {Pick<import('./timeline.js').EngineGame, 'evidence'>} game as it stands at the end
 * @property {import('./names.js').Names} names
 * @property {(ply: number) => import('./timeline.js').Entry} at what stood after so many moves
 * @property {number} ply of the end
 * @property {number} viewed the ply that the board shows
 */

/** How long each move of the cycle is shown, in milliseconds. */
const PACE = 1_400;

/** Of the pieces a move chases so many are named. */
const NAMED = 2;

/**
 * Adds the card below the verdict.
 *
 * @param {Element} verdict
 * @param {(ply: number) => void} look shows the board as it stood after so many moves
 * @returns {(subject: Subject | null) => void} shows a subject, or, where there is nothing to show, null
 */
export function showEvidence(verdict, look) {
  const subject = signal(/** @type {Subject | null} */ (null));
  const card = document.createElement('section');
  card.className = 'card evidence';
  card.dataset.testid = 'evidence';
  card.setAttribute('aria-labelledby', 'evidence-title');
  verdict.after(card);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let next;
  /** The engine's evidence about a game, asked for once. @type {{hash: string, ply: number, evidence: Evidence | null} | null} */
  let known = null;
  const stop = () => clearTimeout(next);
  /** Shows the cycle from where the position first stood. @param {number} ply @param {number} last */
  const play = (ply, last) => {
    stop();
    look(ply);
    if (ply < last) next = setTimeout(() => play(ply + 1, last), PACE);
  };
  const go = (/** @type {number} */ ply) => {
    stop();
    look(ply);
  };
  show(card, () => {
    const shown = subject.value;
    if (shown) {
      const { game, ply } = shown;
      const { hash } = shown.at(ply);
      if (known?.hash !== hash || known.ply !== ply) {
        stop();
        known = { hash, ply, evidence: JSON.parse(game.evidence() ?? 'null') };
      }
    } else stop();
    const evidence = shown && known?.evidence;
    card.hidden = !evidence;
    return shown && evidence && parts(evidence, shown, { go, play });
  });
  return (to) => {
    subject.value = to;
  };
}

/**
 * @param {Evidence} evidence
 * @param {Subject} subject
 * @param {{go: (ply: number) => void, play: (ply: number, last: number) => void}} acts
 */
function parts(evidence, { names, ply: end, viewed, at }, { go, play }) {
  const { stood, plies, barred, ruling, elsewhere } = evidence;
  const first = stood[0] ?? 0;
  const last = first + plies.length - (barred.length > 0 ? 1 : 0);
  const move = (/** @type {Conduct} */ conduct, /** @type {number} */ place) => {
    const ply = first + place + 1;
    const played = ply <= end;
    const cells = [
      h('span', { class: 'evidence-side' }, names.side(conduct.by)),
      h('span', { class: 'evidence-move' }, names.action(conduct.action, played ? at(ply).written : null)),
      h(
        'span',
        { class: `evidence-label evidence-label--${conduct.label}` },
        played ? labelText(conduct, names) : t('evidence.barred'),
      ),
    ];
    const current = ply === viewed ? 'step' : null;
    const press = { 'data-ply': ply, 'aria-current': current, click: () => go(ply) };
    return h('li', { 'data-label': conduct.label }, played ? h('button', press, cells) : h('p', {}, cells));
  };
  return [
    h('h2', { id: 'evidence-title' }, t('evidence.title')),
    h('p', { class: 'evidence-finding', 'data-testid': 'evidence-finding' }, findingText(evidence, names)),
    h('p', { class: 'evidence-article', 'data-testid': 'evidence-article' }, articleText(ruling, names)),
    h('button', { class: 'button', 'data-testid': 'evidence-play', click: () => play(first, last) }, t('evidence.play')),
    h('ol', { class: 'evidence-cycle', 'data-testid': 'evidence-cycle' }, plies.map(move)),
    elsewhere.map((other) =>
      h('p', { class: 'evidence-elsewhere', 'data-testid': 'evidence-elsewhere' }, elsewhereText(other, names)),
    ),
  ];
}

/**
 * The label of a move of the cycle.
 *
 * @param {Conduct} conduct
 * @param {import('./names.js').Names} names
 */
export function labelText({ label, chases }, names) {
  if (label === 'idle' && !judgesChases(names)) return names.game.id === 'shogi' ? t('evidence.quiet') : '';
  if (label !== 'chase') return t(`evidence.${label}`);
  const counted = [...chases].sort((one, other) => Number(other.perpetual) - Number(one.perpetual));
  // One piece may be attacked by several.
  const victims = counted.filter(({ victim }, place) => counted.findIndex((other) => other.victim === victim) === place);
  return victims
    .slice(0, NAMED)
    .map(({ victim, victim_piece: piece, ground, root }) => {
      // Without letters at the edge of the board a point has no name that a reader could find.
      const [at] = names.points([victim]);
      return t(`evidence.chase.${ground}${at ? '' : '.bare'}`, {
        piece: t(`piece.${piece}`),
        at: at ?? '',
        root: names.points(root ? [root] : []).join(),
      });
    })
    .join(t('evidence.and'));
}

/** Whether the game knows of chases. @param {import('./names.js').Names} names */
const judgesChases = ({ game }) => game.id === 'xiangqi';

/**
 * What decides: which side did what throughout.
 *
 * @param {Evidence} evidence
 * @param {import('./names.js').Names} names
 */
export function findingText({ ruling, plies, barred, stood }, names) {
  if (barred.length > 0) return t('evidence.finding.barred', { count: barred.length });
  if (ruling.checker) return t('evidence.finding.check', { side: names.side(ruling.checker) });
  if (ruling.chaser) {
    const chase = plies
      .filter(({ by }) => by === ruling.chaser)
      .flatMap(({ chases }) => chases)
      .find(({ perpetual }) => perpetual);
    return t('evidence.finding.chase', { side: names.side(ruling.chaser), piece: chase ? t(`piece.${chase.victim_piece}`) : '' });
  }
  if (ruling.mutual) return t(`evidence.finding.mutual.${ruling.mutual}`);
  return t(judgesChases(names) ? 'evidence.finding.idle' : 'evidence.finding.plain', { count: stood.length });
}

/** The word for the ground of a ruling. @param {Ruling} ruling */
function groundOf({ effect, checker, chaser, mutual }) {
  if (effect === 'refused') return 'refused';
  if (checker) return effect === 'continues' ? 'continues' : 'check';
  if (chaser) return 'chase';
  return mutual ? `mutual.${mutual}` : 'draw';
}

/**
 * The article that decides.
 *
 * @param {Ruling} ruling
 * @param {import('./names.js').Names} names
 */
export function articleText(ruling, names) {
  const ground = groundOf(ruling);
  const { game, rulesetId } = names;
  const key = [`article.${game.id}.${rulesetId}.${ground}`, `article.${game.id}.${ground}`, `article.${ground}`].find(hasText);
  return key ? t(key) : '';
}

/**
 * The verdict of another ruleset.
 *
 * @param {Ruling & {ruleset: string, version: number, limit: number}} other
 * @param {import('./names.js').Names} names
 */
export function elsewhereText(other, names) {
  const info = names.info?.rulesets.find(({ id }) => id === other.ruleset);
  const own = other.ruleset === names.rulesetId;
  const ruleset = own ? t('evidence.today', { ruleset: pick(info?.name) }) : pick(info?.name) || other.ruleset;
  const side = other.checker ?? other.chaser;
  const verdict = t(`evidence.verdict.${other.effect}`, { side: side ? names.side(side) : '', limit: other.limit });
  return t('evidence.elsewhere', { ruleset, verdict });
}
