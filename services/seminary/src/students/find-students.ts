import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, composeOnce } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { isDay } from '@portal/kit/person-fields';
import { students } from '../clients.ts';
import { domainError } from '../errors.ts';
import {
  REDEEMED,
  type SeminaryCourse,
  type SeminaryStudent,
  type SeminaryStudentView,
} from './records/seminary-student.ts';
import {
  listCourses,
  listLinked,
  listRecords,
  listRecordsById,
  listRecordsOfPair,
} from './records/store.ts';

type Asking = Pick<Call, 'db' | 'requestId'>;

export const studentNotFound = () => domainError('seminary_student_not_found');

/** All seminary students, the newest year first (C-A58). */
export const listSeminaryStudents = async (call: Asking): Promise<SeminaryStudentView[]> =>
  viewsOf(call, await listRecords(call.db));

/** Returns the seminary students with these ids, by id. */
export const seminaryStudentsById = async (
  call: Asking,
  ids: readonly number[],
): Promise<SeminaryStudentView[]> => viewsOf(call, await listRecordsById(call.db, ids));

/** One seminary student (C-A54). Refuses with seminary_student_not_found. */
export async function getSeminaryStudent(call: Asking, id: number): Promise<SeminaryStudentView> {
  const [found] = await seminaryStudentsById(call, [id]);
  if (!found) throw studentNotFound();
  return found;
}

/** The fields of a view that the record itself does not hold. */
type Composed = Pick<SeminaryStudentView, 'redeemedCourses' | 'hasStudentWithSameSsnDob'>;

/** Returns what is stored of the response to a change of a seminary student: no personal data. */
export async function composedOf(call: Call, id: number): Promise<Composed> {
  const { redeemedCourses, hasStudentWithSameSsnDob } = await getSeminaryStudent(call, id);
  return { redeemedCourses, hasStudentWithSameSsnDob };
}

/** Returns the record of a seminary student with composed fields. Throws student_not_found. */
export async function viewWith(
  { db }: Call,
  id: number,
  composed: Composed,
): Promise<SeminaryStudentView> {
  const [record] = await listRecordsById(db, [id]);
  if (!record) throw studentNotFound();
  return { ...record, ...composed };
}

/**
 * Returns one seminary student as the response to a change called `name`. A replay gets the
 * composed fields of the first response, also while identity is unavailable.
 */
export async function viewAfterChange(
  call: Call,
  { name, input, id }: { name: string; input: object; id: number },
): Promise<SeminaryStudentView> {
  const compose = () => composedOf(call, id);
  return viewWith(call, id, await composeOnce(call, { name: `${name}.view`, input, compose }));
}

/**
 * Finds seminary students with this birth date and these SSN digits (C-A53). Refuses with invalid.
 */
export async function findSeminaryStudents(
  call: Asking,
  { dob, last4Ssn }: { dob: string; last4Ssn: string },
): Promise<SeminaryStudentView[]> {
  if (!/^\d{4}$/.test(last4Ssn)) throw invalid({ path: 'ssn', message: 'SSN invalid' });
  if (!isDay(dob)) throw invalid({ path: 'dob', message: 'DOB invalid' });
  return viewsOf(call, await listRecordsOfPair(call.db, dob, last4Ssn));
}

/** Lists the unlinked seminary students of a pair. */
export const listUnlinkedOfPair = async (
  sql: Sql,
  { dob, last4Ssn }: { dob: string; last4Ssn: string },
): Promise<SeminaryStudent[]> =>
  (await listRecordsOfPair(sql, dob, last4Ssn)).filter(({ studentId }) => studentId === null);

/** Adds to these students their redeemed exams, and whether they are on record unlinked. */
async function viewsOf(
  call: Asking,
  records: readonly SeminaryStudent[],
): Promise<SeminaryStudentView[]> {
  const redeemed = records.filter(({ redeemedExams }) => redeemedExams === REDEEMED);
  const [courses, pairs] = await Promise.all([
    redeemed.length === 0
      ? []
      : listCourses(
          call.db,
          redeemed.map(({ id }) => id),
        ),
    pairsOnRecord(
      call,
      records.filter(({ studentId }) => studentId === null),
    ),
  ]);
  const coursesOf = Map.groupBy(courses, ({ seminaryStudentId }) => seminaryStudentId);
  return records.map((record) => ({
    ...record,
    redeemedCourses: (coursesOf.get(record.id) ?? []).filter(isOnTranscript),
    hasStudentWithSameSsnDob: record.studentId === null && pairs.has(pairOf(record)),
  }));
}

/** Whether an exam of a student who redeemed was redeemed; failed exams were not. */
const isOnTranscript = ({ takenDate }: SeminaryCourse): boolean => takenDate !== null;

const pairOf = ({ dob, last4Ssn }: Pick<SeminaryStudent, 'dob' | 'last4Ssn'>): string =>
  `${dob} ${last4Ssn}`;

/**
 * Returns those of the pairs that belong to a student on record without a linked seminary student.
 */
async function pairsOnRecord(
  { db, requestId }: Asking,
  unlinked: readonly SeminaryStudent[],
): Promise<ReadonlySet<string>> {
  if (unlinked.length === 0) return new Set();
  const pairs = [
    ...new Map(
      unlinked.map((one) => [pairOf(one), { dob: one.dob, last4Ssn: one.last4Ssn }]),
    ).values(),
  ];
  const found = await students.listStudentsOfPairs(
    { pairs },
    { actor: serviceActor('seminary'), requestId },
  );
  const linked = await listLinked(
    db,
    found.students.map(({ id }) => id),
  );
  const isLinked = new Set(linked.map(({ studentId }) => studentId));
  return new Set(found.students.filter(({ id }) => !isLinked.has(id)).map(pairOf));
}
