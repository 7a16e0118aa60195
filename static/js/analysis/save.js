// Hands the visitor a file.

/**
 * Hands the visitor a file.
 *
 * @param {BlobPart | Blob | null} content
 * @param {string} name
 */
export function save(content, name) {
  if (content === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content]));
  link.download = name;
  link.click();
  // The download has its own hold of the content after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
