/**
 * Delivers values after a delay and in their order, as one direction of a TCP connection does. It
 * uses one timer at a time: of two that are due almost together the later one may fire first, since
 * timers count from the start of a turn of the event loop and not from now.
 */
export class DelayLine<Thing> {
  readonly #handOn: (thing: Thing) => void;
  readonly #waiting: { thing: Thing; dueAt: number }[] = [];

  constructor(handOn: (thing: Thing) => void) {
    this.#handOn = handOn;
  }

  /** Delivers a value after so many milliseconds, or later where an earlier one still waits. */
  push(thing: Thing, delayMs: number): void {
    if (delayMs === 0 && this.#waiting.length === 0) this.#handOn(thing);
    else {
      this.#waiting.push({ thing, dueAt: performance.now() + delayMs });
      if (this.#waiting.length === 1) this.#wait();
    }
  }

  #wait(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const left = next.dueAt - performance.now();
      if (left > 0) {
        setTimeout(() => this.#wait(), Math.ceil(left));
        return;
      }
      this.#handOn(next.thing);
      this.#waiting.shift();
    }
  }
}
