import type { CallOptions } from '@portal/kit/grpc/client';
import { paymentsUse, registrationUse } from '../../clients.ts';

/** Students of one question to another service. */
const CONCURRENCY = 500;

type Uses = { uses: { studentId: number; why: string }[] };

async function inPages(
  ids: readonly number[],
  ask: (studentIds: number[], page: number) => Promise<Uses[]>,
): Promise<Map<number, string>> {
  const whys = new Map<number, string>();
  for (let from = 0; from < ids.length; from += CONCURRENCY)
    for (const { uses } of await ask(ids.slice(from, from + CONCURRENCY), from))
      for (const { studentId, why } of uses) if (!whys.has(studentId)) whys.set(studentId, why);
  return whys;
}

/** Returns how the other services use students; leaves unused ones out. R-568. */
export const askUse = (ids: readonly number[], by: CallOptions): Promise<Map<number, string>> =>
  inPages(ids, (studentIds) =>
    Promise.all([
      registrationUse.listStudentUse({ studentIds }, by),
      paymentsUse.listStudentUse({ studentIds }, by),
    ]),
  );

/**
 * Closes the students in the other services who are not in use there, so that nothing is begun for
 * them from here on, and says how the others are.
 */
export const closeUnused = (
  ids: readonly number[],
  by: CallOptions,
  keyFor: (step: string) => string,
): Promise<Map<number, string>> =>
  inPages(ids, (studentIds, page) => {
    const keyed = { ...by, key: keyFor(`close:${page}`) };
    return Promise.all([
      registrationUse.closeUnusedStudents({ studentIds }, keyed),
      paymentsUse.closeUnusedStudents({ studentIds }, keyed),
    ]);
  });

/** Opens students in the other services again. */
export async function reopen(
  ids: readonly number[],
  by: CallOptions,
  keyFor: (step: string) => string,
): Promise<void> {
  for (let from = 0; from < ids.length; from += CONCURRENCY) {
    const studentIds = ids.slice(from, from + CONCURRENCY);
    const keyed = { ...by, key: keyFor(`reopen:${from}`) };
    await Promise.all([
      registrationUse.reopenStudents({ studentIds }, keyed),
      paymentsUse.reopenStudents({ studentIds }, keyed),
    ]);
  }
}
