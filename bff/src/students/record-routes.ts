import {
  findStudent,
  findStudentByJseId,
  getStudent,
  suggestStudents,
  totalHeader,
} from '@portal/contract/students/lookup';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { briefView } from '../enrol/views.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { actorOf, studentInView } from '../http/session/caller.ts';
import type { Session } from '../http/session/sessions.ts';
import { creditsView } from '../payments/credit-views.ts';
import { plainlyNotFound } from './not-found.ts';
import { heldBy, viewOf } from './records-of-students.ts';

export const recordRoutes = [
  route(findStudent, async ({ input, by, response }, context) => {
    const { ssn, jseStudentId, offset = 0, ...request } = input;
    const { students, total } = await context.identity.students.searchStudents(
      { ...request, last4Ssn: ssn, jseId: jseStudentId, offset },
      by,
    );
    response.setHeader(totalHeader, total);
    if (total > offset + students.length) response.setHeader('X-More-Results', 1);
    if (students.length === 0) return [];
    const recordsOf = await heldBy(
      students.map(({ id }) => id),
      by,
      context,
    );
    return Promise.all(students.map((student) => viewOf(student, recordsOf, by, context)));
  }),

  route(suggestStudents, async ({ input: { query = '', ids = [] }, by }, context) => {
    const { students } = await context.identity.students.suggestStudents({ query, ids }, by);
    const { schoolNames } = context.catalogue;
    return Promise.all(
      students.map(async (one) => briefView(one, await schoolNames.of(one.schoolId, by))),
    );
  }),

  route(findStudentByJseId, async ({ input, by }, context) => {
    const { student } = await context.identity.students.findStudentByJseId(input, by);
    if (!student) return { student: null };
    const recordsOf = await heldBy([student.id], by, context);
    return { student: await viewOf(student, recordsOf, by, context) };
  }),

  route(getStudent, async ({ input, session, by }, context) => {
    try {
      const id = await namedStudent(input, session, by, context);
      const about = { ...by, actor: actorOf(session, id) };
      const [{ student }, { credits }, recordsOf] = await Promise.all([
        context.identity.students.getStudent({}, about),
        context.payments.credits.getCredits({}, about),
        heldBy([id], by, context),
      ]);
      if (!student) throw refuse('not_found');
      return {
        student: await viewOf(student, recordsOf, by, context),
        credits: creditsView(credits, await context.catalogue.packages.get()),
      };
    } catch (error) {
      return plainlyNotFound(error);
    }
  }),
];

interface NamedStudent {
  studentId?: string | number | undefined;
  student_id?: string | number | undefined;
  isTtiMember?: boolean | undefined;
  ttiStudentId?: string | number | undefined;
}

/** The id of a student who is named by it or by the one at TTI. */
async function namedStudent(
  input: NamedStudent,
  session: Session,
  by: CallOptions,
  { identity }: AppContext,
): Promise<number> {
  const sent = String(input.student_id ?? input.studentId ?? 0);
  const ttiStudentId = input.isTtiMember ? sent : sent === '0' ? input.ttiStudentId : undefined;
  if (ttiStudentId === undefined || String(ttiStudentId) === '0')
    return studentInView(session, { student_id: sent === '0' ? null : sent });
  const { student } = await identity.students.getStudent(
    { ttiStudentId: String(ttiStudentId) },
    by,
  );
  return student?.id ?? 0;
}
