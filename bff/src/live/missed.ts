import type { LiveTopic } from '@portal/contract/live';

/** How long it is known what changed for whom. */
const KEPT_MS = 120_000;

/** What changed lately, so that a page which was away for a moment hears only what it missed. */
export class Missed {
  /** When each topic of a student changed last. */
  readonly #ofStudent = new Map<number, Map<LiveTopic, number>>();
  readonly #ofEverybody = new Map<LiveTopic, number>();
  /** Nothing was missed here since then; null while nothing is heard at all. */
  #knownSince: number | null = null;

  /** From now on every change is noted. */
  begin(now: number): void {
    this.#ofStudent.clear();
    this.#ofEverybody.clear();
    this.#knownSince = now;
  }

  /** Changes may go by unheard. */
  end(): void {
    this.#knownSince = null;
  }

  note(student: number | 'everybody', topics: readonly LiveTopic[], now: number): void {
    let known = student === 'everybody' ? this.#ofEverybody : this.#ofStudent.get(student);
    if (!known) {
      known = new Map();
      this.#ofStudent.set(student as number, known);
    }
    for (const topic of topics) known.set(topic, now);
  }

  /** What changed for a student since then; null when that is not known. */
  since(student: number, then: number, now: number): LiveTopic[] | null {
    if (this.#knownSince === null || then < Math.max(this.#knownSince, now - KEPT_MS)) return null;
    const changed = [...(this.#ofStudent.get(student) ?? []), ...this.#ofEverybody].filter(
      ([, at]) => at >= then,
    );
    return [...new Set(changed.map(([topic]) => topic))];
  }

  /** Lets go of what is too old to be asked for. */
  tidy(now: number): void {
    for (const [student, known] of this.#ofStudent)
      if (Math.max(...known.values()) < now - KEPT_MS) this.#ofStudent.delete(student);
  }
}
