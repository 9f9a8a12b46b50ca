/**
 * What a refusal may carry beside its sentence; the BFF puts it into the problem as it is, money in
 * cents becoming dollars there.
 */
export interface RefusalExtra {
  /** Cents that the server computed, with amount_changed, fees_due and not_enough_credits. */
  expected?: number;
  /** Cents that a school has, with school_balance_too_low. */
  balance?: number;
  missing?: number;
  /** A partner's public sentence. */
  reason?: string;
  seatsLeft?: number;
  students?: unknown[];
  Error?: boolean;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  errors?: FieldError[];
  /**
   * The failure is not retried: it stays the answer of its key, even if a service or partner
   * failed.
   */
  isFinal?: true;
  /** Cents that have to be paid for an offered place, and until when it is open (ISO 8601). */
  proctorFee?: number;
  offerUntil?: string;
  /** The fewest seats that can be chosen, with seats_below_taken. */
  least?: number;
  /** Days of a series on which a room is in use, with room_taken. */
  dates?: string[];
  /** The obstacles, a sentence each, with cannot_blank. */
  reasons?: string[];
  /** The concurrent changes, each with its author and time (ISO 8601). */
  changes?: FieldChange[];
  changedBy?: string;
  changedAt?: string;
  /** The current state of the changed record; in the BFF, by the names of the wire. */
  current?: unknown;
}
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}
export interface FieldError {
  path: string;
  message: string;
}

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 502 | 503;

/**
 * A rule or a partner says no. The code is for programs, the detail is the exact sentence a person
 * reads. Anything else that is thrown is a bug.
 */
export class DomainError extends Error {
  readonly status: RefusalStatus;
  readonly code: string;
  readonly detail: string;
  readonly extra: RefusalExtra;

  constructor(status: RefusalStatus, code: string, detail: string, extra: RefusalExtra = {}) {
    // a list of permitted actions creates a hundred of these, and their stack traces are unused
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(`${code}: ${detail}`);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DomainError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.extra = extra;
  }

  /**
   * True when trying again later may end differently: nothing was decided, so it must not be stored
   * as an answer.
   */
  get isTransient(): boolean {
    if (this.extra.isFinal) return false;
    return this.status >= 500 || this.code === 'request_in_progress' || this.status === 429;
  }
}

/**
 * An error as a service's table has it (`proto/errors`): one sentence, several, or null where it is
 * made when thrown.
 */
export interface ErrorDefinition {
  readonly status: RefusalStatus;
  readonly detail: string | readonly string[] | null;
}

/** The arguments after the code: the sentence, where the table leaves a choice, and its details. */
type ErrorArguments<Definition extends ErrorDefinition> = Definition['detail'] extends string
  ? [extra?: RefusalExtra]
  : Definition['detail'] extends readonly (infer UserError extends string)[]
    ? [detail: UserError, extra?: RefusalExtra]
    : [detail: string, extra?: RefusalExtra];

/**
 * Makes the errors of a table by their codes; a code or a sentence that is not in it does not
 * compile.
 */
export const errorsOf =
  <Table extends Readonly<Record<string, ErrorDefinition>>>(table: Table) =>
  <Code extends keyof Table & string>(
    code: Code,
    ...given: ErrorArguments<Table[Code]>
  ): DomainError => {
    const { status, detail } = table[code] as ErrorDefinition;
    const [sentence, extra] =
      typeof detail === 'string' ? [detail, given[0]] : [given[0], given[1]];
    return new DomainError(status, code, sentence as string, extra as RefusalExtra | undefined);
  };

const refusal = (status: RefusalStatus) => (code: string, detail: string, extra?: RefusalExtra) =>
  new DomainError(status, code, detail, extra);

export const malformed = refusal(400);
export const declined = refusal(402);
export const forbidden = refusal(403);
export const notFound = refusal(404);
export const conflict = refusal(409);
export const unprocessable = refusal(422);
export const tooMany = refusal(429);
export const partnerFailed = refusal(502);

/** 422 with the fields that are wrong; the first one's sentence is the detail. */
export function invalid(...errors: [FieldError, ...FieldError[]]): DomainError {
  return new DomainError(422, 'invalid', errors[0].message, { errors });
}

/**
 * A concurrent change made a transaction's read outdated. The transaction is retried with the
 * current data; the caller gets this error only when that happens repeatedly.
 */
export class OutdatedRead extends DomainError {
  constructor() {
    const { status, code, detail, extra } = unavailable();
    super(status, code, detail, extra);
  }
}

/** Returns the error for a service or partner that does not answer. */
export function unavailable(): DomainError {
  return new DomainError(
    503,
    'unavailable',
    'A part of the system is not available. Please try again.',
    { retryAfter: 2 },
  );
}
