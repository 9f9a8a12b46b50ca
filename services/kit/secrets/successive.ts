/**
 * A secret and its predecessor, while a server may accept either: a sign-in tries the newest first,
 * and the other after a refusal. So a password can be replaced in its file first and at the server
 * a minute later, without a refused sign-in in between.
 */
export class Successive<T> {
  #candidates: readonly [T, ...T[]];
  #at = 0;

  constructor(first: T) {
    this.#candidates = [first];
  }

  /** The one to try now. */
  get current(): T {
    return this.#candidates[this.#at] as T;
  }

  /** How many there are to try. */
  get count(): number {
    return this.#candidates.length;
  }

  /** A new one, which is tried first from now on. */
  replace(next: T): void {
    this.#candidates = [next, this.current];
    this.#at = 0;
  }

  /** `good` was taken by the server: it is tried first from now on. */
  prefer(good: T): void {
    this.#at = Math.max(0, this.#candidates.indexOf(good));
  }

  /**
   * Switches to the other secret after `refused` was refused; does nothing if that was done
   * already.
   */
  turnFrom(refused: T): void {
    if (this.current === refused) this.#at = (this.#at + 1) % this.#candidates.length;
  }
}
