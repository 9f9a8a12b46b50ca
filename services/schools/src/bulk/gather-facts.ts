import { type Actor, may } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { conflict, invalid, notFound } from '@portal/kit/errors';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import type { BulkStudentQuote } from '@portal/proto/payments/v1/bulk';
import type { ReadSchoolSessionResponse } from '@portal/proto/registration/v1/school_registrations';
import { readBalance } from '../balance/read-balance.ts';
import { exams, payments, registrations, students } from '../clients.ts';
import { listSchools } from '../schools/list-schools.ts';
import type { School } from '../schools/school.ts';

import type { BulkOrder } from './bulk-order.ts';
import type { FactsOfStudent, OfferedExam } from './student-quote.ts';

const AT_ONCE = 1000;

/** All that an order depends on, as the parts know it now. */
export interface BulkFacts {
  school: School;
  /** Cents; null where the school does not prepay. */
  balanceCents: number | null;
  gender: string;
  exams: ReadonlyMap<number, OfferedExam>;
  /** In the order sent. */
  students: FactsOfStudent[];
}

const schoolNotFound = () => notFound('school_not_found', 'No school found');
const sessionNotFound = () => notFound('session_not_found', 'This session was not found.');
const sessionClosed = () => conflict('session_closed', 'The session is closed.');

/** The school that somebody means: a school admin has the one of the account, every other one is not there. Refuses with school_not_found or invalid. */
function schoolInView(actor: Actor, named: number | null): number {
  if (may(actor, ['admin'])) {
    if (named === null) throw invalid({ path: 'schoolId', message: 'Required' });
    return named;
  }
  if (actor.schoolId === undefined || (named !== null && named !== actor.schoolId)) throw schoolNotFound();
  return actor.schoolId;
}

/** Students by id, in as many questions as it takes; those that nobody knows are left out. */
export async function studentsById(ids: readonly number[], by: { actor: Actor; requestId: string }) {
  const pages = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, page) => ids.slice(page * AT_ONCE, (page + 1) * AT_ONCE));
  const found = await Promise.all(pages.map((page) => students.listStudents({ ids: page, limit: page.length }, by)));
  return new Map(found.flatMap((answer) => answer.students).map((student) => [student.id, student]));
}

/** A course must be done before its exam's session is booked, so that a run takes the exam-only version. */
const isOfferedInBulk = ({ active, vendorId, programContentCode }: Exam): boolean =>
  active && [1, 3, 4].includes(vendorId) && !programContentCode;

const offered = (exam: Exam): OfferedExam => ({
  id: exam.id,
  subject: exam.subject,
  vendorName: exam.vendorName,
  credits: exam.credits,
  additionalChargeCents: exam.additionalChargeCents,
  isOffered: isOfferedInBulk(exam),
});

/**
 * Asks all parts what an order depends on. Refuses with school_not_found, session_not_found, or session_closed: after the closing moment for
 * all but admin, after the session has begun for everybody.
 */
export async function gatherFacts(call: Call, order: BulkOrder): Promise<BulkFacts> {
  const by = { actor: call.actor, requestId: call.requestId };
  const schoolId = schoolInView(call.actor, order.schoolId);
  const [school] = await listSchools(call, [schoolId]);
  if (school === undefined) throw schoolNotFound();
  const studentIds = order.students.map(({ studentId }) => studentId);
  const examIds = [...new Set(order.students.flatMap((student) => student.examIds))];
  const [session, known, catalogue, balanceCents] = await Promise.all([
    registrations.readSchoolSession({ sessionId: order.sessionId, studentIds, examIds }, by),
    studentsById(studentIds, by),
    exams.getExams({ ids: examIds }, by),
    school.chargeSchool ? readBalance(call.db, schoolId) : null,
  ]);
  if (session.schoolId !== schoolId) throw sessionNotFound();
  const hasBegun = session.startsAt !== undefined && session.startsAt <= call.now;
  if (hasBegun || (session.closed && !may(call.actor, ['admin']))) throw sessionClosed();

  const facts = { school, balanceCents, gender: session.gender, exams: new Map(catalogue.exams.map((exam) => [exam.id, offered(exam)])) };
  const quotes = await askPayments(call, order, facts, session);
  return {
    ...facts,
    students: order.students.map((ordered) => {
      const student = known.get(ordered.studentId);
      return {
        ordered,
        person: student && {
          schoolId: student.schoolId ?? null,
          email: student.email || null,
          gender: student.gender,
          cohort: student.cohort ?? null,
        },
        inSession: inSessionOf(session, ordered.studentId),
        quote: quotes.get(ordered.studentId),
      };
    }),
  };
}

const inSessionOf = (session: ReadSchoolSessionResponse, studentId: number): ReadonlySet<number> =>
  new Set(session.exams.filter((exam) => exam.studentId === studentId && exam.isInSession).map(({ examId }) => examId));

/** What the exams that are to be paid would take of each student's credits. */
async function askPayments(
  call: Call,
  order: BulkOrder,
  { school, exams: catalogue }: Pick<BulkFacts, 'school' | 'exams'>,
  session: ReadSchoolSessionResponse,
): Promise<Map<number, BulkStudentQuote>> {
  const asked = order.students.map(({ studentId, examIds }) => {
    const has = inSessionOf(session, studentId);
    const due = examIds.filter((id) => catalogue.get(id)?.isOffered && !has.has(id));
    return {
      studentId,
      exams: due.map((examId) => ({
        examId,
        additionalChargeCents: catalogue.get(examId)?.additionalChargeCents ?? 0,
        failedRegistrationId: session.exams.find((exam) => exam.studentId === studentId && exam.examId === examId)?.failedRegistrationId,
      })),
    };
  });
  const answer = await payments.quoteBulkExams(
    { schoolId: school.id, prepays: school.chargeSchool, students: asked },
    { actor: call.actor, requestId: call.requestId },
  );
  return new Map(answer.students.map((quote) => [quote.studentId, quote]));
}
