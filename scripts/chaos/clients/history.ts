/** One try of an operation: what came back, or status 0 for no answer. Times in milliseconds. */
export interface Attempt {
  readonly at: number;
  readonly ms: number;
  readonly status: number;
  readonly code: string | null;
  /** Whether the answer said when to ask again. */
  readonly hasRetryAfter: boolean;
  /** In whose session it was answered, where that is not who asked. */
  readonly otherAccount?: string;
}

/**
 * What an operation did by its own answer, as far as it can be seen from outside. Money in cents;
 * absent: nothing of the kind.
 */
export interface Effect {
  /** Taken from a card. */
  readonly charged?: number;
  /** Given back to cards, now or later. */
  readonly refunded?: number;
  /** Credits that came, or went (below 0). */
  readonly credits?: number;
  /** All credits of the student afterwards, as the answer says. */
  readonly creditsAfter?: number;
  readonly registered?: { readonly registrationId: number; readonly examId: number };
  /** A registration that is no longer open. */
  readonly cancelled?: number;
  /** Where a registration sits now; null: nowhere. */
  readonly seat?: { readonly registrationId: number; readonly sessionId: number | null };
  /** Last four digits of a card that is kept from now on, or no longer. */
  readonly cardSaved?: string;
  readonly cardRemoved?: string;
  /** What a school paid in (or used, below 0), and what it has afterwards. */
  readonly school?: { readonly id: number; readonly cents: number; readonly after?: number };
  /** What a partner must know, in words of `PartnerFacts`. */
  readonly partner?: string;
}

/** What an operation may do whatever its answer, until another one says otherwise. */
export interface Intent {
  readonly seat?: { readonly registrationId: number; readonly sessionId: number };
  /** A place that may stay held for some minutes although nothing is booked. */
  readonly hold?: { readonly sessionId: number };
  readonly cardSaved?: string;
  /** Cents that a card may pay into the balance of a school. */
  readonly charged?: number;
  /** Whom the processor knows as the payer of seminary study. */
  readonly customer?: string;
}

export type Outcome = 'done' | 'refused';

/** One operation of one client from its first try to its answer. Times in milliseconds. */
export interface Operation {
  readonly id: number;
  readonly client: string;
  /** Whose credits, seats and cards it is about. */
  readonly studentId: number | null;
  readonly name: string;
  readonly key: string | null;
  /** Its answer may take as long as the card processor is given. */
  readonly usesCard: boolean;
  readonly intent: Intent;
  readonly invokedAt: number;
  /** null: no answer came; nobody knows. */
  answeredAt: number | null;
  outcome: Outcome | null;
  status: number;
  code: string | null;
  effect: Effect;
  readonly attempts: Attempt[];
  /** What later requests by the same key answered: the facts that must not change. */
  readonly repeats: { readonly first: string; readonly again: string }[];
}

/** All operations of a run, in the order of their first try, by one clock. */
export class History {
  readonly operations: Operation[] = [];
  readonly #from = performance.now();

  /** Milliseconds since the run began. */
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
