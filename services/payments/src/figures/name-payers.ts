import { serviceActor } from '@portal/kit/auth/actor';
import { DomainError } from '@portal/kit/errors';
import { schools, students } from '../clients.ts';
import type { MoneyEntry } from './store.ts';

type Payer = Pick<MoneyEntry, 'studentId' | 'schoolId' | 'ttiStudentId' | 'payerFirstName'>;
interface Owners {
  students: Pick<typeof students, 'listStudents'>;
  schools: Pick<typeof schools, 'listSchools'>;
}

/**
 * Returns names by id; none while their service is unavailable, since the figures count without
 * them.
 */
async function named(
  ids: readonly (number | null)[],
  ask: (ids: number[]) => Promise<(readonly [number, string])[]>,
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  try {
    return new Map(await ask(wanted));
  } catch (error) {
    if (error instanceof DomainError && error.isTransient) return new Map();
    throw error;
  }
}

/** Less than the entries themselves are waited for, which are to come without names. */
const NAMES_MS = 1_500;

/**
 * Returns the display name of the payer of each entry: 'Levi, Dana', the school, or 'Miri, TTI
 * 700003' for a student of TTI; each service gets one call for all of them. Undefined for an
 * unknown id or while its service is unavailable.
 */
export async function namePayers(
  entries: readonly Payer[],
  requestId: string,
  owners: Owners = { students, schools },
): Promise<(payer: Payer) => string | undefined> {
  const by = { actor: serviceActor('payments'), requestId, deadlineMs: NAMES_MS };
  const [ofStudents, ofSchools] = await Promise.all([
    named(
      entries.map(({ studentId }) => studentId),
      async (ids) => {
        const listed = await owners.students.listStudents({ ids, limit: ids.length }, by);
        return listed.students.map((one) => [one.id, `${one.lastName}, ${one.firstName}`] as const);
      },
    ),
    named(
      entries.map(({ schoolId }) => schoolId),
      async (ids) => {
        const listed = await owners.schools.listSchools({ ids }, by);
        return listed.schools.map(({ id, name }) => [id, name] as const);
      },
    ),
  ]);
  return ({ studentId, schoolId, ttiStudentId, payerFirstName }) => {
    if (studentId !== null) return ofStudents.get(studentId);
    if (schoolId !== null) return ofSchools.get(schoolId);
    if (ttiStudentId === null) return undefined;
    return payerFirstName ? `${payerFirstName}, TTI ${ttiStudentId}` : `TTI ${ttiStudentId}`;
  };
}
