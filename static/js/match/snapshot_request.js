// The request for the whole of a match, made when this page missed something.

/** No event has this number, not even before the first. */
const NEVER = -2;

/** How long the answer may take before it is asked for again, in milliseconds. */
const WITHIN = 3_000;

export class SnapshotRequest {
  #waits = false;
  /** The seq for which it was made, so that one disagreement asks once. */
  #askedAt = NEVER;

  /**
   * @param {() => boolean} send false where nothing can be sent
   * @param {(run: () => void, ms: number) => void} after
   */
  constructor(send, after) {
    this.send = send;
    this.after = after;
  }

  /** @param {() => number} seq the last event that is known */
  ask(seq) {
    if (this.#askedAt === seq() || !this.send()) return;
    this.#askedAt = seq();
    this.#waits = true;
    // It may be refused, as for being asked too often.
    this.after(() => {
      if (!this.#waits) return;
      this.#askedAt = NEVER;
      this.ask(seq);
    }, WITHIN);
  }

  /** The snapshot is there. */
  answered() {
    this.#waits = false;
  }

  /** Whether the server was asked when this was the last event. @param {number | undefined} seq */
  wasAskedAt = (seq) => this.#askedAt === seq;
}
