// A game of words in which the sides take turns and `illegal` is illegal: enough for the timeline
// of an engine, and no more.

export class FakeGame {
  #moves = [];
  calls = 0;

  play_on(text) {
    return this.play(text);
  }

  play(text) {
    this.calls += 1;
    if (text === 'illegal') throw new Error(JSON.stringify({ rule: 'syntax', squares: [] }));
    const by = this.to_act();
    this.#moves.push(text);
    return JSON.stringify({ action: text, by, captures: [], earned: 0, check: false, result: null, reason: null });
  }

  truncate(ply) {
    this.#moves.length = ply;
  }

  to_act() {
    return this.#moves.length % 2 === 0 ? 'first' : 'second';
  }

  position() {
    return this.#moves.join(' ');
  }

  hash() {
    return `h${this.#moves.length}`;
  }

  free() {}

  check() {
    return false;
  }
}
