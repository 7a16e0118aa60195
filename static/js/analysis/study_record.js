// The line of a study as a record in a notation of the engine, with its notes and variations.

/** @typedef {import('./study.js').Study} Study */

/**
 * The line up to its end as a record.
 *
 * @param {Study} study
 * @param {string} notation
 * @param {Record<string, string>} facts who played and how it ended
 * @param {readonly number[]} times of the game's own actions
 * @param {ReturnType<typeof import('./variations.js').variationsIn>} variations how the notation writes them, if it has any
 * @param {boolean} [notes] whether comments are written
 */
export function recordOf(study, notation, facts, times, variations, notes = true) {
  const text = lineRecord(study, notation, facts, times, study.line, notes);
  if (!hasVariations(study)) return text;
  const record = (/** @type {readonly number[]} */ line) => lineRecord(study, notation, {}, [], line);
  return variations?.write(text, study.tree, study.line, record) ?? text;
}

/** Whether variations leave the line. @param {Study} study */
export const hasVariations = ({ tree, line }) => tree.path(line.at(-1) ?? 0).some((id) => tree.at(id).children.length > 1);

/**
 * @param {Study} study
 * @param {string} notation
 * @param {Record<string, string>} facts
 * @param {readonly number[]} times
 * @param {readonly number[]} line
 * @param {boolean} [notes]
 */
function lineRecord(study, notation, facts, times, line, notes = true) {
  const { tree } = study;
  const all = { ...facts };
  line.forEach((id, ply) => {
    const said = tree.at(id).comments.map(({ name, text }) => (name ? `${name}: ${text}` : text));
    if (notes && said.length > 0) all[`comment.${ply}`] = said.join('\n');
    const time = times[ply - 1];
    if (tree.isGame(id) && time !== undefined) all[`time.${ply}`] = String(time);
  });
  return study.gameAt(line.at(-1) ?? 0).record(notation, Object.entries(all).flat());
}
