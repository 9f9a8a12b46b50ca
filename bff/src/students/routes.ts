import {
  emailStudyMaterials,
  getCreditsInfo,
  getStudentInfo,
} from '@portal/contract/students/student';
import { notFound } from '@portal/kit/errors';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { actorOf, studentInView } from '../http/session/caller.ts';
import { creditsView } from '../payments/credit-views.ts';
import { grantedView, studentView } from './views.ts';

const noStudent = () => notFound('student_not_found', 'No student found');

export const studentRoutes = [
  route(getCreditsInfo, async ({ by }, { payments, catalogue }) => {
    const [{ credits }, list] = await Promise.all([
      payments.credits.getCredits({}, by),
      catalogue.packages.get(),
    ]);
    return creditsView(credits, list);
  }),

  route(emailStudyMaterials, async ({ input, by }, { registration }) => {
    const { sentTo } = await registration.registrations.sendStudyMaterials(
      { examId: input.examId },
      by,
    );
    return { successMessage: `The study materials were sent to ${sentTo}.` };
  }),

  route(getStudentInfo, async ({ input, session, by }, { identity, payments, catalogue }) => {
    const forStaff = session.kind === 'staff';
    if (!input.isTtiMember) {
      const own = { ...by, actor: actorOf(session, studentInView(session, input)) };
      const [{ student }, { credits }] = await Promise.all([
        identity.students.getStudent({}, own),
        payments.credits.getCredits({}, own),
      ]);
      if (!student) throw noStudent();
      return {
        student: studentView(
          student,
          await catalogue.schoolNames.of(student.schoolId, by),
          forStaff,
        ),
        creditsInfo: creditsView(credits, await catalogue.packages.get()),
        accommodations: grantedView(student),
      };
    }
    // With the member id alone, the student is known only after its lookup.
    const ttiStudentId = input.student_id ?? input.studentId;
    if (ttiStudentId === undefined) throw refuse('student_id_required');
    const { student } = await identity.students.getStudent(
      { ttiStudentId: String(ttiStudentId) },
      by,
    );
    if (!student) throw noStudent();
    if (!forStaff && student.id !== session.id) throw refuse('other_student');
    const { credits } = await payments.credits.getCredits(
      {},
      { ...by, actor: actorOf(session, student.id) },
    );
    return {
      student: studentView(student, await catalogue.schoolNames.of(student.schoolId, by), forStaff),
      creditsInfo: creditsView(credits, await catalogue.packages.get()),
      accommodations: grantedView(student),
    };
  }),
];
