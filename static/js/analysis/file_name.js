// The name of a file with a game: who played, what, and when.

/**
 * @param {{players: {first: string | null, second: string | null}, date: string | null, game: string}} record
 * @param {string} title the game's name in the reader's language
 */
export function fileName({ players: { first, second }, date, game }, title) {
  const who = [first, second].filter(Boolean).join(' - ');
  const when = /(\d{4})\D(\d{1,2})\D(\d{1,2})/.exec(date ?? '');
  const day = when
    ?.slice(1)
    .map((number) => number.padStart(2, '0'))
    .join('-');
  if (!who && !day) return `yiguan-${game}`;
  // No system allows these in a name, nor all of them a dot or a blank at an end.
  const name = [who, title, day]
    .filter(Boolean)
    .join(', ')
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_');
  return [...name]
    .slice(0, 100)
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
}
