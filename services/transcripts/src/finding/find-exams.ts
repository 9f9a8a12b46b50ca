import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { UnredeemedExam } from '@portal/proto/seminary/v1/standing';
import { redemption, vendors } from '../clients.ts';
import { domainError } from '../errors.ts';
import { findPerson } from '../people/find-person.ts';
import { askTal, type ExamResult } from '../results/ask-results.ts';
import { blanked } from '../results/vendor-result.ts';
import { newestFirst } from './newest-first.ts';
import { talReferencesOf } from './store.ts';

const byService = ({ requestId }: Call) => ({ actor: serviceActor('transcripts'), requestId });

/**
 * Finds the exams at TAL and CIS of the holder of a JSE id (a student on record or a student of a
 * seminary alone), with a seminary student's unredeemed exams; the newest first. Queries TAL, for
 * 10 seconds at most (C-A08). Refuses with student_not_found, or with partner_failed when TAL does
 * not answer.
 */
export async function findExams(call: Call, jseId: string): Promise<ExamResult[]> {
  const { students } = await vendors.findByJseIds({ jseIds: [jseId] }, byService(call));
  const [onRecord] = students;
  if (onRecord) return ofTal(await examsOfMember(call, onRecord.studentId));
  const { isKnown, studentId, exams } = await redemption.findUnredeemedByJseId(
    { jseId },
    byService(call),
  );
  if (!isKnown) throw domainError('student_not_found');
  return ofTal(
    studentId === undefined ? exams.map(asResult) : await examsOfMember(call, studentId),
  );
}

/** Returns the results of TAL, which answers for CIS too. */
const ofTal = (results: readonly ExamResult[]): ExamResult[] =>
  newestFirst(results.filter(({ vendorId }) => vendorId === 1 || vendorId === 4));

/** Returns every result of a student on record, with their unredeemed seminary exams. */
async function examsOfMember(call: Call, studentId: number): Promise<ExamResult[]> {
  const { firstName, lastName, maidenName, last4Ssn, dob } = await findPerson(call, studentId);
  const member = { studentId, firstName, lastName, maidenName, last4Ssn, dob };
  const [{ results, tal }, { exams }] = await Promise.all([
    askTal(call, studentId),
    redemption.listUnredeemedOfMember({ member }, byService(call)),
  ]);
  if (tal === 'failed') throw domainError('partner_failed', 'Could not retrieve exams');
  return [...results, ...(await notAmongResults(call, studentId, exams)).map(asResult)];
}

/** TAL may tell of a seminary exam before it is redeemed: that one is a result already. */
async function notAmongResults(
  { db }: Call,
  studentId: number,
  exams: readonly UnredeemedExam[],
): Promise<UnredeemedExam[]> {
  const references = exams.flatMap(({ talReference }) => talReference ?? []);
  if (references.length === 0) return [...exams];
  const known = await talReferencesOf(db, studentId, references);
  return exams.filter(({ talReference }) => !known.includes(talReference ?? ''));
}

const asResult = (exam: UnredeemedExam): ExamResult =>
  blanked({
    courseNumber: exam.courseNumber,
    subject: exam.subject,
    credits: exam.credits,
    takenDate: exam.takenOn ?? null,
    isOnline: false,
    result: exam.result,
    score: exam.grade ?? null,
    vendorId: exam.vendorId,
  });
