/** A charge, refund or void as the card processor has it. */
export interface ProcessorLine {
  readonly customer: string | null;
  readonly kind: 'authCapture' | 'refund' | 'void';
  readonly status: 'captured' | 'declined' | 'voided' | 'refunded';
  readonly cents: number;
}

/** What the portal shows a student, and staff of a student, when all is over. */
export interface StudentOutside {
  readonly credits: number;
  /** Last four digits of the saved cards. */
  readonly cards: readonly string[];
  readonly exams: readonly {
    readonly examId: number;
    readonly registrationId: number;
    readonly sessionId: number | null;
    readonly status: string;
  }[];
  /** Open registrations by staff's list, which also shows what a student's own list would hide. */
  readonly openRegistrations: readonly number[];
  readonly payments: readonly { readonly kind: 'payment' | 'refund'; readonly cents: number }[];
}

/** Everything that can be seen from outside when all is over. */
export interface Outside {
  readonly processor: readonly ProcessorLine[];
  readonly students: ReadonlyMap<number, StudentOutside>;
  /** Seats that are left, of the sessions with a limit. */
  readonly seatsLeft: ReadonlyMap<number, number>;
  /** Cents of each school. */
  readonly schools: ReadonlyMap<number, number>;
  /** What partners know, in the words that effects use, one entry each time they know it. */
  readonly partners: readonly string[];
  readonly mails: readonly { readonly to: string; readonly subject: string }[];
  /** What the sweep of the ledgers still found at the end of patience. */
  readonly broken: readonly string[];
  /** Parts that do not say that they are ready. */
  readonly notReady: readonly string[];
}
