import type { Attempt, Operation } from '../clients/history.ts';
import { type Finding, finding } from './finding.ts';
import { type Inflicted, nameOf, RECOVERY_MS, type Recorded } from './recorded.ts';

/** The time limits of all calls behind one request, without and with a card. */
const [ANSWER_MS, CHARGE_ANSWER_MS] = [30_000, 65_000];
/** Extra time for a busy machine. */
const BUSY_MS = 3_000;

/** Refusals that the clients' actions may cause. */
const EXPECTED = new Set([
  'amount_changed',
  'card_declined',
  'charge_pending',
  'already_registered',
  'not_enough_credits',
  'too_few_credits',
  'registration_closed',
  'session_full',
  'session_booked_up',
  'session_too_short',
  'no_room_for_accommodation',
  'time_overlap',
  'same_session',
  'fees_due',
  'already_cancelled',
  'no_session',
  'too_many_cards',
  'payment_method_not_found',
  'card_in_use',
  'card_refused',
  'no_payment_method',
  'run_in_progress',
  'package_not_refundable',
  'charge_not_settled',
  'refund_failed',
  'partner_failed',
  'untaken_registrations',
  'school_balance_too_low',
  'proctor_failed',
  'bot_check_needed', // the proof was lost with Redis
]);
/** Codes of a partner's failure. */
const PARTNER_CODES = new Set([
  'charge_unknown',
  'refund_failed',
  'partner_failed',
  'proctor_failed',
  'bot_check_down',
  'coopersmith_failed',
  'exam_platform_error',
  'program_platform_error',
]);

/**
 * Checks the answers during the run: each attempt is answered in time and for the right account, no
 * answer is a bug, 503 comes with Retry-After, and no answers contradict each other.
 */
export function checkAnswers({ operations, inflicted }: Recorded): Finding[] {
  const front = inflicted.filter(({ fault }) => fault.target === 'bff');
  return operations.flatMap((operation) => [
    ...stuck(operation),
    ...operation.attempts.flatMap((attempt) => judge(operation, attempt, front)),
    ...contradictions(operation),
    ...unexpected(operation),
  ]);
}

const stuck = (operation: Operation): Finding[] =>
  operation.outcome === null
    ? [
        finding(
          'every operation is answered',
          `${nameOf(operation)} has no answer after ${operation.attempts.length} tries; ` +
            `the last: ${lastTry(operation)}`,
        ),
      ]
    : [];

const lastTry = ({ attempts }: Operation): string => {
  const last = attempts.at(-1);
  return last ? `${last.status} ${last.code ?? ''}` : 'none';
};

function judge(operation: Operation, attempt: Attempt, front: readonly Inflicted[]): Finding[] {
  const { at, ms, status, code, hasRetryAfter, otherAccount } = attempt;
  const hurt = front.filter(({ from, to }) => from < at + ms && at < to + RECOVERY_MS);
  const excused = hurt.reduce((all, { from, to }) => all + (to - from) + 1000, 0);
  const where = `${nameOf(operation)}, tried at ${(at / 1000).toFixed(1)} s`;
  const found: Finding[] = [];
  if (status === 0 && hurt.length === 0)
    found.push(finding('no connection is lost', `${where}: no answer after ${Math.round(ms)} ms`));
  const limit = operation.usesCard ? CHARGE_ANSWER_MS : ANSWER_MS;
  if (status !== 0 && ms > limit + BUSY_MS + excused)
    found.push(finding('answers come in time', `${where}: ${status} after ${Math.round(ms)} ms`));
  if (otherAccount !== undefined)
    found.push(finding('no answer comes from another account', `${where}: as ${otherAccount}`));
  if (status === 503 && !hasRetryAfter)
    found.push(finding('503 says when to ask again', `${where}: ${code}`));
  const isPartners = status === 502 && code !== null && PARTNER_CODES.has(code);
  if (status >= 500 && status !== 503 && !isPartners)
    found.push(finding('no answer is a bug', `${where}: ${status} ${code}`));
  return found;
}

const contradictions = (operation: Operation): Finding[] =>
  operation.repeats
    .filter(({ first, again }) => first !== again)
    .map(({ first, again }) =>
      finding(
        'the same key gives the same answer',
        `${nameOf(operation)}: ${first}, and then ${again}`,
      ),
    );

const unexpected = (operation: Operation): Finding[] =>
  operation.outcome === 'refused' && !EXPECTED.has(operation.code ?? '')
    ? [
        finding(
          'no allowed operation is refused',
          `${nameOf(operation)}: ${operation.status} ${operation.code}`,
        ),
      ]
    : [];
