import { randomUUID } from 'node:crypto';
import type { CallOptions } from '@portal/kit/grpc/client';
import { fromPayments, services } from '../../../../portal/services.ts';
import { until } from '../../../../portal/until.ts';
import { anEnrolled } from '../../../people/students.ts';

/** A plain exam that every student may take, in person or at home. */
export const RIVALS_EXAM = 401;
const CONCURRENCY = 20;

/** A student with a registration whose proctor fee is prepaid, so that booking costs nothing. */
export interface Rival {
  /** Returns options for calls to services as the BFF makes them, each time with a new key. */
  by: () => CallOptions;
  registrationId: number;
}

/**
 * Repeats a call with the same key while the service is too busy to answer in time: many share its
 * few connections to the database, and the machine decides how many time out.
 */
export async function insist<Answer>(
  by: CallOptions,
  ask: (same: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  const settled = await until(
    async () => (await Promise.allSettled([ask(by)]))[0],
    (one) =>
      one.status === 'fulfilled' || (one.reason as { code?: unknown }).code !== 'unavailable',
    30,
    100,
  );
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Books a session for a rival, by themselves or by the given actor. */
export const book = ({ by, registrationId }: Rival, sessionId: number, asker = by()) =>
  insist(asker, (same) => services.sessions.scheduleSession({ registrationId, sessionId }, same));

/** Holds a seat for a rival while they pay. */
export const hold = ({ by, registrationId }: Rival, sessionId: number) => {
  const options = by();
  const wanted = { studentId: options.actor.id, registrationId, sessionId };
  return insist(options, (same) => fromPayments.sessions.holdSeat(wanted, same));
};

/** Returns the result of each: seated, or the code of its refusal. */
export const codes = (settled: readonly PromiseSettledResult<unknown>[]): string[] =>
  settled.map((one) =>
    one.status === 'fulfilled'
      ? 'seated'
      : String((one.reason as { code?: unknown }).code ?? one.reason),
  );

export async function rivals(count: number): Promise<Rival[]> {
  const made: Rival[] = [];
  const make = async (): Promise<void> => {
    for (let left = count - made.length; left > 0; left = count - made.length) {
      const place = made.push(undefined as never) - 1;
      made[place] = await aRival();
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, count) }, make));
  return made;
}

async function aRival(): Promise<Rival> {
  const { id } = await anEnrolled({ credits: [{ credits: 6, proctorFeeCents: 0 }] });
  const by = (): CallOptions => ({
    actor: {
      kind: 'student',
      id,
      roles: ['ROLE_STUDENT'],
      studentId: id,
      name: `student ${id}`,
      via: 'bff',
    },
    key: randomUUID(),
  });
  const { registration } = await services.registrations.registerExam({ examId: RIVALS_EXAM }, by());
  if (!registration) throw new Error('not registered');
  return { by, registrationId: registration.id };
}
