/** A charge, refund or void at the card processor. */
export interface ProcessorLine {
  readonly customer: string | null;
  readonly kind: 'authCapture' | 'refund' | 'void';
  readonly status: 'captured' | 'declined' | 'voided' | 'refunded';
  readonly cents: number;
}

/** What the portal shows the student, and staff about the student, at the end. */
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
  /**
   * Open registrations in staff's list, which also shows those that a student's own list would
   * hide.
   */
  readonly openRegistrations: readonly number[];
  readonly payments: readonly { readonly kind: 'payment' | 'refund'; readonly cents: number }[];
}

/** The final state as seen from outside. */
export interface Outside {
  readonly processor: readonly ProcessorLine[];
  readonly students: ReadonlyMap<number, StudentOutside>;
  /** The seats left of the sessions with a limit. */
  readonly seatsLeft: ReadonlyMap<number, number>;
  /** The balance of each school in cents. */
  readonly schools: ReadonlyMap<number, number>;
  /** The facts that partners know, in the words of `Effect.partner`, once for each time. */
  readonly partners: readonly string[];
  readonly mails: readonly { readonly to: string; readonly subject: string }[];
  /** Ledgers that still disagreed when the time for it was over. */
  readonly broken: readonly string[];
  /** Processes that do not report ready. */
  readonly notReady: readonly string[];
}
