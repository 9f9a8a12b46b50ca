import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Member } from '@portal/proto/seminary/v1/standing';
import { exams as catalogue } from '../clients.ts';
import { type ExamOutcome, outcomeOf } from '../redemption/redeem-rules.ts';
import { findOfMember } from './find-of-member.ts';
import { listOfJseId, listSatExams } from './store.ts';

type Asking = Pick<Call, 'db' | 'requestId'>;

/** An exam that waits to be redeemed or discarded, with its data from the catalogue. */
export interface UnredeemedExam {
  vendorId: number;
  courseNumber: string;
  subject: string;
  credits: number;
  /** YYYY-MM-DD on the paper. */
  takenOn: string | null;
  result: ExamOutcome;
  grade: string | null;
  talReference: string | null;
}

/** Exams of the seminary student who is this member that were neither redeemed nor discarded. */
export async function listUnredeemedOfMember(
  call: Asking,
  member: Member,
): Promise<UnredeemedExam[]> {
  const found = await findOfMember(call.db, member);
  return unredeemedOf(call, found ? [found] : []);
}

/**
 * The same by the JSE id of the seminary student, with the member who is linked with them, if one
 * is. Null: no seminary student has this JSE id.
 */
export async function findUnredeemedByJseId(
  call: Asking,
  jseId: string,
): Promise<{ studentId: number | null; exams: UnredeemedExam[] } | null> {
  const found = await listOfJseId(call.db, jseId);
  if (found.length === 0) return null;
  const linked = found.find(({ studentId }) => studentId !== null);
  return { studentId: linked?.studentId ?? null, exams: await unredeemedOf(call, found) };
}

/** Reads the exams of these seminary students, except students who redeemed or discarded theirs. */
async function unredeemedOf(
  { db, requestId }: Asking,
  students: readonly { id: number; redeemedExams: number | null }[],
): Promise<UnredeemedExam[]> {
  const waiting = students.filter(({ redeemedExams }) => redeemedExams === null);
  const exams = await listSatExams(
    db,
    waiting.map(({ id }) => id),
  );
  if (exams.length === 0) return [];
  const ids = [...new Set(exams.map(({ examId }) => examId))];
  const found = await catalogue.getExams({ ids }, { actor: serviceActor('seminary'), requestId });
  const factsOf = new Map(found.exams.map((exam) => [exam.id, exam]));
  return exams.flatMap((one) => {
    const facts = factsOf.get(one.examId);
    if (!facts) return [];
    return {
      vendorId: facts.vendorId,
      courseNumber: facts.secularNumber,
      subject: facts.subject,
      credits: facts.credits,
      takenOn: one.actualTakenDate,
      result: outcomeOf(one),
      grade: one.grade,
      talReference: one.talReference,
    };
  });
}
