import type { LiveTopic } from '@portal/contract/live';
import type { Subject } from './subject.ts';

/** How long changes are kept. */
const KEPT_MS = 120_000;

/** Recent changes, so that a page that reconnects receives only those that it missed. */
export class Missed {
  /** When each topic of a student or session changed last. */
  readonly #ofOne = new Map<Subject, Map<LiveTopic, number>>();
  readonly #ofEverybody = new Map<LiveTopic, number>();
  /** Nothing was missed here since then; null while nothing is heard at all. */
  #knownSince: number | null = null;

  /** From now on every change is noted. */
  begin(now: number): void {
    this.#ofOne.clear();
    this.#ofEverybody.clear();
    this.#knownSince = now;
  }

  /** Changes may go by unheard. */
  end(): void {
    this.#knownSince = null;
  }

  note(subject: Subject | 'everybody', topics: readonly LiveTopic[], now: number): void {
    let known = subject === 'everybody' ? this.#ofEverybody : this.#ofOne.get(subject);
    if (!known) {
      known = new Map();
      this.#ofOne.set(subject as Subject, known);
    }
    for (const topic of topics) known.set(topic, now);
  }

  /** Returns the topics that changed for a page since then; null when that is unknown. */
  since(subject: Subject, then: number, now: number): LiveTopic[] | null {
    if (this.#knownSince === null || then < Math.max(this.#knownSince, now - KEPT_MS)) return null;
    const changed = [...(this.#ofOne.get(subject) ?? []), ...this.#ofEverybody].filter(
      ([, at]) => at >= then,
    );
    return [...new Set(changed.map(([topic]) => topic))];
  }

  /** Deletes changes that are too old to be sent. */
  tidy(now: number): void {
    for (const [subject, known] of this.#ofOne)
      if (Math.max(...known.values()) < now - KEPT_MS) this.#ofOne.delete(subject);
  }
}
