import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import { isOfferedInBulk } from '@portal/proto/exams/offered-in-bulk';
import type { BulkStudentQuote } from '@portal/proto/payments/v1/bulk';
import type { ReadSchoolSessionResponse } from '@portal/proto/registration/v1/school_registrations';
import { readBalance } from '../../balance/read-balance.ts';
import { exams, payments, registrations, students } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import type { School } from '../../schools/school.ts';
import { schoolInView } from '../../schools/school-in-view.ts';
import type { BulkOrder } from './bulk-order.ts';
import type { FactsOfStudent, OfferedExam } from './student-quote.ts';

const CONCURRENCY = 1000;

/** The facts that an order depends on, as the services report them now. */
export interface BulkFacts {
  school: School;
  /** Cents; null where the school does not prepay. */
  balanceCents: number | null;
  gender: string;
  exams: ReadonlyMap<number, OfferedExam>;
  /** In the order sent. */
  students: FactsOfStudent[];
}

const sessionNotFound = () => domainError('session_not_found');
const sessionClosed = () => domainError('session_closed');

/** Reads students by id, in batches; leaves unknown ids out. */
export async function studentsById(
  ids: readonly number[],
  by: { actor: Actor; requestId: string },
) {
  const pages = Array.from({ length: Math.ceil(ids.length / CONCURRENCY) }, (_, page) =>
    ids.slice(page * CONCURRENCY, (page + 1) * CONCURRENCY),
  );
  const found = await Promise.all(
    pages.map((page) => students.listStudents({ ids: page, limit: page.length }, by)),
  );
  return new Map(
    found.flatMap((answer) => answer.students).map((student) => [student.id, student]),
  );
}

const offered = (exam: Exam): OfferedExam => ({
  id: exam.id,
  subject: exam.subject,
  vendorName: exam.vendorName,
  credits: exam.credits,
  additionalChargeCents: exam.additionalChargeCents,
  isOffered: isOfferedInBulk(exam),
});

/**
 * Gathers the facts of an order from all services. Refuses with school_not_found,
 * session_not_found, or session_closed: after the closing moment for all callers but admins, after
 * the session has begun for all callers.
 */
export async function gatherFacts(call: Call, order: BulkOrder): Promise<BulkFacts> {
  const by = { actor: call.actor, requestId: call.requestId, origin: call.origin };
  const school = await schoolInView(call, 'bulk_order.make', order.schoolId);
  const schoolId = school.id;
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
  if (hasBegun || (session.closed && !can(call.actor, 'closed_session.order')))
    throw sessionClosed();

  const facts = {
    school,
    balanceCents,
    gender: session.gender,
    exams: new Map(catalogue.exams.map((exam) => [exam.id, offered(exam)])),
  };
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
  new Set(
    session.exams
      .filter((exam) => exam.studentId === studentId && exam.isInSession)
      .map(({ examId }) => examId),
  );

/** Fetches from payments the credits that the exams to pay would take from each student. */
async function askPayments(
  call: Call,
  order: BulkOrder,
  { school, exams: catalogue }: Pick<BulkFacts, 'school' | 'exams'>,
  session: ReadSchoolSessionResponse,
): Promise<Map<number, BulkStudentQuote>> {
  const request = order.students.map(({ studentId, examIds }) => {
    const has = inSessionOf(session, studentId);
    const due = examIds.filter((id) => catalogue.get(id)?.isOffered && !has.has(id));
    return {
      studentId,
      exams: due.map((examId) => ({
        examId,
        additionalChargeCents: catalogue.get(examId)?.additionalChargeCents ?? 0,
        failedRegistrationId: session.exams.find(
          (exam) => exam.studentId === studentId && exam.examId === examId,
        )?.failedRegistrationId,
      })),
    };
  });
  const answer = await payments.quoteBulkExams(
    { schoolId: school.id, prepays: school.chargeSchool, students: request },
    { actor: call.actor, requestId: call.requestId, origin: call.origin },
  );
  return new Map(answer.students.map((quote) => [quote.studentId, quote]));
}
