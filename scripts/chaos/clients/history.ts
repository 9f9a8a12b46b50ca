/** One attempt of an operation and its answer; status 0: no answer. Times in milliseconds. */
export interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly code: string | null;
  /** Whether the answer had a Retry-After. */
  readonly hasRetryAfter: boolean;
  /** The account of the answer, if not the client's own. */
  readonly otherAccount?: string;
}

/**
 * The visible effect of an operation, according to its answer. Money in cents; absent: no such
 * effect.
 */
export interface Effect {
  /** Charged to a card. */
  readonly charged?: number;
  /** Refunded to cards, now or later. */
  readonly refunded?: number;
  /** Added credits (removed: below 0). */
  readonly credits?: number;
  /** All credits of the student afterwards, as the answer states. */
  readonly creditsAfter?: number;
  readonly registered?: { readonly registrationId: number; readonly examId: number };
  /** A registration that is no longer open. */
  readonly cancelled?: number;
  /** The new session of a registration; null: none. */
  readonly seat?: { readonly registrationId: number; readonly sessionId: number | null };
  /** Last four digits of a card that was saved, or removed. */
  readonly cardSaved?: string;
  readonly cardRemoved?: string;
  /** The amount that a school paid in (used: below 0), and its balance afterwards. */
  readonly school?: { readonly id: number; readonly cents: number; readonly after?: number };
  /** A fact that a partner must know, in words of `PartnerFacts`. */
  readonly partner?: string;
}

/** What an operation may do without an answer, until a later answer states otherwise. */
export interface Intent {
  readonly seat?: { readonly registrationId: number; readonly sessionId: number };
  /** A seat that may stay held for some minutes although nothing is booked. */
  readonly hold?: { readonly sessionId: number };
  readonly cardSaved?: string;
  /** Cents that a card may pay into the balance of a school. */
  readonly charged?: number;
  /** The processor's name for the payer of seminary study. */
  readonly customer?: string;
}

export type Outcome = 'done' | 'refused';

/** One operation of one client from its first attempt to its answer. Times in milliseconds. */
export interface Operation {
  readonly id: number;
  readonly client: string;
  /** The student whose credits, seats and cards it changes. */
  readonly studentId: number | null;
  readonly name: string;
  readonly key: string | null;
  /** Its answer may take as long as the card processor may. */
  readonly usesCard: boolean;
  readonly intent: Intent;
  readonly invokedAt: number;
  /** null: no answer came; the outcome is unknown. */
  answeredAt: number | null;
  outcome: Outcome | null;
  status: number;
  code: string | null;
  effect: Effect;
  readonly attempts: Attempt[];
  /** The stable facts of the first answer and of later answers to the same key. */
  readonly repeats: { readonly first: string; readonly again: string }[];
}

/** All operations of a run, in the order of their first attempt, on one clock. */
export class History {
  readonly operations: Operation[] = [];
  readonly #from = performance.now();

  /** Returns milliseconds since the run began. */
  now(): number {
    return performance.now() - this.#from;
  }

  invoke(
    about: Pick<Operation, 'client' | 'studentId' | 'name' | 'key' | 'usesCard'> & {
      intent?: Intent;
    },
  ): Operation {
    const operation: Operation = {
      intent: {},
      ...about,
      id: this.operations.length + 1,
      invokedAt: this.now(),
      answeredAt: null,
      outcome: null,
      status: 0,
      code: null,
      effect: {},
      attempts: [],
      repeats: [],
    };
    this.operations.push(operation);
    return operation;
  }
}
