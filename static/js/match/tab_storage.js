// The storage of this tab.

/** @returns {Storage | null} null where storage is forbidden */
export function tabStorage() {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
