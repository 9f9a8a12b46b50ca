import * as z from 'zod';

/** One field that was refused: `path` as it was sent (`studentInfos.0.examId`). */
const FieldError = z.object({ path: z.string(), message: z.string() });

/** Every failure, as RFC 9457. The page shows `detail`; programs look at `code`. */
export const Problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().describe('The name of the HTTP status'),
    status: z.int(),
    detail: z
      .string()
      .describe(
        'The sentence a person reads. Refusals of registration may hold <a href>, <b> and <br>',
      ),
    code: z.string().describe('Stable, snake_case'),
    requestId: z
      .string()
      .optional()
      .describe('The request as logs and traces name it, as in X-Request-Id'),
    errors: z.array(FieldError).optional().describe('Only with 400 and 422'),
    expected: z
      .number()
      .optional()
      .describe('The right amount in dollars (amount_changed, fees_due, not_enough_credits)'),
    balance: z
      .number()
      .optional()
      .describe('What the school has, in dollars (school_balance_too_low)'),
    missing: z.int().optional().describe('Credits that are missing (not_enough_credits)'),
    reason: z.string().optional().describe("A partner's public sentence (card_declined)"),
    seatsLeft: z.int().optional(),
    students: z
      .array(z.unknown())
      .optional()
      .describe(
        'Students on record with the same SSN and date of birth; ' +
          'of a bulk order those whose amount is another',
      ),
    Error: z.literal(true).optional().describe('Beside `students`'),
    final: z
      .literal(true)
      .optional()
      .describe(
        'Beside a status of 500 or more: the answer of this key for good; ' +
          'another try needs another key',
      ),
    proctorFee: z
      .number()
      .optional()
      .describe('What of `expected` is the proctor fee, in dollars (fees_due of a session)'),
    offerUntil: z.iso.datetime({ offset: true }).optional(),
    least: z.int().optional().describe('The fewest seats to choose (seats_below_taken)'),
    dates: z
      .array(z.string())
      .optional()
      .describe('Days of a series on which a room is in use (room_taken)'),
    reasons: z
      .array(z.string())
      .optional()
      .describe('What is in the way, a sentence each (cannot_blank)'),
    changes: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .optional()
      .describe('Changes that another person made first (session_changed)'),
    changedBy: z.string().optional(),
    changedAt: z.iso.datetime({ offset: true }).optional(),
    current: z
      .unknown()
      .optional()
      .describe(
        'What was changed, as it is now (changed, session_changed), or previewed ' +
          '(preview_outdated)',
      ),
  })
  .meta({ id: 'Problem' });
export type Problem = z.output<typeof Problem>;

export const statusTitles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Refusals that every call can give, with their sentence. */
export const commonRefusals = {
  malformed: { status: 400, detail: 'The request could not be read.' },
  wrong_host: { status: 400, detail: 'This address is not served here.' },
  card_data_refused: {
    status: 400,
    detail: 'Card numbers and security codes are not accepted here.',
  },
  student_id_required: { status: 400, detail: 'StudentId is required.' },
  not_signed_in: { status: 401, detail: 'Please log in.' },
  session_over: { status: 401, detail: 'Your session is over. Please log in again.' },
  forbidden: { status: 403, detail: 'You are not allowed to do this.' },
  other_student: { status: 403, detail: 'You can only do this for your own account.' },
  cross_site: { status: 403, detail: 'This request came from another site.' },
  not_found: { status: 404, detail: 'Not found.' },
  request_ended: {
    status: 409,
    detail: 'This request could not be completed and was closed by our staff. Please try again.',
  },
  other_account: {
    status: 409,
    detail: 'Somebody else has logged in in this browser. Please load the page again.',
  },
  request_in_progress: { status: 409, detail: 'This request is still running. Please wait.' },
  too_large: { status: 413, detail: 'The request is too large.' },
  wrong_type: { status: 415, detail: 'Please send JSON.' },
  invalid: { status: 422, detail: 'Please check the fields.' },
  idempotency_key_reused: {
    status: 422,
    detail: 'This request was already used for something else. Please try again.',
  },
  too_many_tries: { status: 429, detail: 'Too many tries. Please try again later.' },
  waiting_room: {
    status: 429,
    detail:
      'Many people are logging in right now. You have a place in the queue. Please wait a moment.',
  },
  waiting_room_full: {
    status: 429,
    detail: 'So many people are waiting that the queue is full. Please try again later.',
  },
  internal: { status: 500, detail: 'Something went wrong. Please try again.' },
  unavailable: { status: 503, detail: 'A part of the system is not available. Please try again.' },
} as const;
export type CommonCode = keyof typeof commonRefusals;

/** Refusals that only calls can give which visitors wait for their turn for (`queued`). */
export const WAITING_REFUSALS: readonly CommonCode[] = ['waiting_room', 'waiting_room_full'];
