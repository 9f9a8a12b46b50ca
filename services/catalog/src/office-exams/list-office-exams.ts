import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { registrationUse } from '../clients.ts';
import { readExams } from '../exams/list-exams.ts';
import { isSearched, type OfficeExam } from './office-exam.ts';

export interface ListOfficeExams {
  /** Includes retired ones. */
  retired: boolean;
  search: string | null;
  /** Only these; empty: all. */
  ids: number[];
}

/** Exams by subject as the office sees them, with how many open registrations each has. C-O22. */
export async function listOfficeExams(
  { db }: Pick<Call, 'db'>,
  { retired, search, ids }: ListOfficeExams,
): Promise<OfficeExam[]> {
  const chosenIds = ids.length > 0 ? ids : null;
  const [all, changes] = await Promise.all([readExams(db, chosenIds), lastChanges(db, chosenIds)]);
  const exams = all.filter((exam) => (retired || exam.active) && isSearched(exam, search));
  const uses = await openRegistrations(exams.map(({ id }) => id));
  const changeOf = new Map(changes.map((change) => [change.id, change]));
  return exams.map((exam) => ({
    exam,
    inUse: uses.get(exam.id) ?? 0,
    lastChange: changeOf.get(exam.id)?.lastChange ?? null,
    lastChangeBy: changeOf.get(exam.id)?.lastChangeBy ?? null,
  }));
}

/** Returns one exam as the office sees it; undefined if there is none. */
export const officeExam = async (call: Call, id: number): Promise<OfficeExam | undefined> =>
  (await listOfficeExams(call, { retired: true, search: null, ids: [id] }))[0];

/** Open registrations of exams by their ids; those without one are left out. */
export async function openRegistrations(examIds: number[]): Promise<ReadonlyMap<number, number>> {
  if (examIds.length === 0) return new Map();
  const { uses } = await registrationUse.countExamUse(
    { examIds },
    { actor: serviceActor('catalog') },
  );
  return new Map(uses.map(({ id, count }) => [id, count]));
}

type LastChange = Pick<tables.Exam, 'id' | 'lastChange' | 'lastChangeBy'>;

/** Returns the last editor of exams, and the time; null: of all. */
export const lastChanges = (sql: Sql, ids: number[] | null): Promise<LastChange[]> =>
  sql.many<LastChange>`
    SELECT id, last_change, last_change_by FROM exam
    WHERE ${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])`;
