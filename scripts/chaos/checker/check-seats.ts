import type { Operation } from '../clients/history.ts';
import { type Finding, finding } from './finding.ts';
import { nameOf, type Recorded } from './recorded.ts';

/** A seat that is held for a payment is released ten minutes later. */
const HOLD_MS = 11 * 60_000;

/** A student's time in a session. */
interface Stay {
  readonly studentId: number;
  readonly from: number;
  readonly to: number;
}

interface Stays {
  /** From the answer to a booking until the next attempt to end it: certainly there. */
  readonly certain: Stay[];
  /**
   * From the first attempt of a booking until the answer that ended it, and during holds: possibly
   * there.
   */
  readonly possible: Stay[];
}

/**
 * Checks that no seat is sold twice (students who are certainly there never exceed the seats), that
 * none is withheld (when a student gets `session_full`, enough others are possibly there), and that
 * the seats left at the end match the answers.
 */
export function checkSeats(recorded: Recorded): Finding[] {
  return [...recorded.before.seats].flatMap(([sessionId, seats]) => {
    const stays = staysOf(recorded.operations, sessionId);
    return [
      ...soldTwice(sessionId, seats, stays),
      ...withheld(recorded, sessionId, seats, stays),
      ...leftOver(recorded, sessionId, seats, stays),
    ];
  });
}

function staysOf(operations: readonly Operation[], sessionId: number): Stays {
  const stays: Stays = { certain: [], possible: [] };
  for (const [registrationId, own] of byRegistration(operations)) {
    let sits: { since: number; invokedAt: number } | undefined;
    const studentId = own[0]?.studentId ?? registrationId;
    for (const operation of own) {
      const { invokedAt, outcome, effect } = operation;
      const answeredAt = operation.answeredAt ?? Number.POSITIVE_INFINITY;
      const wants = operation.intent.seat?.sessionId === sessionId;
      if (sits) {
        stays.certain.push({ studentId, from: sits.since, to: invokedAt });
        stays.possible.push({ studentId, from: sits.invokedAt, to: answeredAt });
      }
      const isHere = effect.seat?.sessionId === sessionId;
      if (outcome === 'done' && effect.seat)
        sits = isHere ? { since: answeredAt, invokedAt } : undefined;
      else if (sits) sits = { since: answeredAt, invokedAt };
      if (wants && outcome !== 'done')
        stays.possible.push({ studentId, from: invokedAt, to: answeredAt });
    }
    if (sits) {
      stays.certain.push({ studentId, from: sits.since, to: Number.POSITIVE_INFINITY });
      stays.possible.push({ studentId, from: sits.invokedAt, to: Number.POSITIVE_INFINITY });
    }
  }
  for (const { intent, invokedAt, answeredAt, studentId } of operations)
    if (intent.hold?.sessionId === sessionId)
      stays.possible.push({
        studentId: studentId ?? 0,
        from: invokedAt,
        to: (answeredAt ?? Number.POSITIVE_INFINITY) + HOLD_MS,
      });
  return stays;
}

/** Returns operations that may change a registration's session, in order. */
function byRegistration(operations: readonly Operation[]): Map<number, Operation[]> {
  const all = new Map<number, Operation[]>();
  for (const operation of operations) {
    const { effect, intent } = operation;
    const id = effect.seat?.registrationId ?? intent.seat?.registrationId;
    if (id !== undefined) all.set(id, [...(all.get(id) ?? []), operation]);
  }
  return all;
}

const studentsAt = (stays: readonly Stay[], at: number): Set<number> =>
  new Set(stays.filter(({ from, to }) => from <= at && at < to).map(({ studentId }) => studentId));

function soldTwice(sessionId: number, seats: number, { certain }: Stays): Finding[] {
  const worst = certain
    .map(({ from }) => ({ from, students: studentsAt(certain, from) }))
    .sort((a, b) => b.students.size - a.students.size)[0];
  return worst && worst.students.size > seats
    ? [
        finding(
          'no seat is sold twice',
          `session ${sessionId} has ${seats} seats; at ${(worst.from / 1000).toFixed(1)} s ` +
            `students ${[...worst.students].join(', ')} sat there`,
        ),
      ]
    : [];
}

function withheld(
  { operations }: Recorded,
  sessionId: number,
  seats: number,
  { possible }: Stays,
): Finding[] {
  const refused = operations.filter(
    ({ code, intent }) =>
      code === 'session_full' &&
      (intent.seat?.sessionId === sessionId || intent.hold?.sessionId === sessionId),
  );
  return refused.flatMap((operation) => {
    const { invokedAt, answeredAt, studentId } = operation;
    const end = answeredAt ?? Number.POSITIVE_INFINITY;
    const others = possible.filter((stay) => stay.studentId !== studentId);
    const moments = [invokedAt, ...others.map(({ from }) => from)].filter(
      (at) => at >= invokedAt && at <= end,
    );
    const most = Math.max(...moments.map((at) => studentsAt(others, at).size));
    return most >= seats
      ? []
      : [
          finding(
            'no seat is withheld',
            `${nameOf(operation)} found session ${sessionId} full, ` +
              `and at most ${most} of its ${seats} seats can have been taken`,
          ),
        ];
  });
}

function leftOver(
  { operations, outside }: Recorded,
  sessionId: number,
  seats: number,
  { certain, possible }: Stays,
): Finding[] {
  const left = outside.seatsLeft.get(sessionId) ?? 0;
  const end = Math.max(0, ...operations.map(({ answeredAt }) => answeredAt ?? 0));
  const [sure, most] = [certain, possible].map(
    (stays) => new Set(stays.filter(({ to }) => to > end).map(({ studentId }) => studentId)).size,
  ) as [number, number];
  return left <= seats - sure && left >= seats - most
    ? []
    : [
        finding(
          'seats left match the bookings',
          `session ${sessionId} has ${seats} seats, ` +
            `${sure} to ${most} of them taken, and ${left} left`,
        ),
      ];
}
