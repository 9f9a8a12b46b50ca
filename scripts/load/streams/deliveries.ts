/** Deliveries of changes: expected, lost, and the time of each. */
export interface DeliveryFigures {
  /** Expected deliveries over all changes. */
  readonly expected: number;
  /** Deliveries that did not arrive in time. */
  readonly lost: number;
  /** Milliseconds from the request of the change until each page had heard. */
  readonly times: readonly number[];
}

interface Waiting {
  readonly since: number;
  readonly pages: Set<number>;
}

/** Follows changes of students until each of their open pages has heard. */
export class Deliveries {
  private readonly waiting = new Map<number, Waiting>();
  private readonly times: number[] = [];
  private readonly boundMs: number;
  private expected = 0;
  private lost = 0;

  /** `boundMs`: a change that a page has not heard of after so long is lost. */
  constructor(boundMs: number) {
    this.boundMs = boundMs;
  }

  /** Returns whether an earlier change of this student is still pending. */
  isWaiting(student: number): boolean {
    return this.waiting.has(student);
  }

  /** Expects these pages to hear of a requested change of a student. */
  expect(student: number, pages: readonly number[], now: number): void {
    this.expected += pages.length;
    this.waiting.set(student, { since: now, pages: new Set(pages) });
  }

  /** Expects no delivery of a change that was refused. */
  withdraw(student: number): void {
    this.expected -= this.waiting.get(student)?.pages.size ?? 0;
    this.waiting.delete(student);
  }

  /** Counts a delivery: a page of a student heard of a change. */
  heard(student: number, page: number, now: number): void {
    const own = this.waiting.get(student);
    if (!own?.pages.delete(page)) return;
    this.times.push(now - own.since);
    if (own.pages.size === 0) this.waiting.delete(student);
  }

  /** Counts deliveries as lost that are past the bound. */
  expire(now: number): void {
    for (const [student, { since, pages }] of this.waiting) {
      if (now - since < this.boundMs) continue;
      this.lost += pages.size;
      this.waiting.delete(student);
    }
  }

  /** Returns the result of all changes; pending ones are in neither figure. */
  get result(): DeliveryFigures {
    return { expected: this.expected, lost: this.lost, times: this.times };
  }
}
