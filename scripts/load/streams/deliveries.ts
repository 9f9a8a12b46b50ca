/** What became of a change: how many pages were to hear of it, and how long each took. */
export interface Delivered {
  /** Pages that were to hear, over all changes. */
  readonly expected: number;
  /** Pages that did not hear in time. */
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

  /** `boundMs`: a page that has not heard after so long lost the change. */
  constructor(boundMs: number) {
    this.boundMs = boundMs;
  }

  /** Whether an earlier change of this student is still waited for. */
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

  /** A page of a student was told that something changed. */
  heard(student: number, page: number, now: number): void {
    const own = this.waiting.get(student);
    if (!own?.pages.delete(page)) return;
    this.times.push(now - own.since);
    if (own.pages.size === 0) this.waiting.delete(student);
  }

  /** Counts as lost what was not heard within the bound. */
  expire(now: number): void {
    for (const [student, { since, pages }] of this.waiting) {
      if (now - since < this.boundMs) continue;
      this.lost += pages.size;
      this.waiting.delete(student);
    }
  }

  /** What became of all changes; those that are still waited for are in neither. */
  get result(): Delivered {
    return { expected: this.expected, lost: this.lost, times: this.times };
  }
}
