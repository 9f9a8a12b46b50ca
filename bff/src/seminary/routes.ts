import * as contract from '@portal/contract/seminary/students';
import { DomainError } from '@portal/kit/errors';
import type { SeminaryStudent, SeminaryStudentForm } from '@portal/proto/seminary/v1/students';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import { uploadedView } from './uploaded-view.ts';
import { type Seminarian, seminaryStudentView } from './views.ts';

type Form = Omit<SeminaryStudentForm, 'last4Ssn' | 'seminaryEmail' | 'seminaryPhone'> & {
  ssn: string;
  semEmail?: string | undefined;
  semPhone?: string | undefined;
};

/** The form under the names of the service. */
const formOf = ({ ssn, semEmail, semPhone, ...form }: Form): SeminaryStudentForm => ({
  ...form,
  last4Ssn: ssn,
  seminaryEmail: semEmail,
  seminaryPhone: semPhone,
});

async function viewsOf(students: readonly Seminarian[], { catalogue }: AppContext) {
  const exams = await catalogue.exams.get();
  return students.map((one) => seminaryStudentView(exams, one));
}

async function viewOf(student: SeminaryStudent | undefined, context: AppContext) {
  if (!student) throw new Error('identity returned no seminary student');
  const [view] = await viewsOf([student], context);
  return { seminaryStudent: view as contract.SeminaryStudent };
}

/** The refusal of a duplicate shows those who are on the list as every call does. */
async function withDuplicates<T>(context: AppContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'duplicate_seminary_student')) throw error;
    const students = await viewsOf((error.extra.students ?? []) as Seminarian[], context);
    throw new DomainError(error.status, error.code, error.detail, { ...error.extra, students });
  }
}

export const seminaryRoutes = [
  route(contract.findSeminaryStudent, async ({ input: { dob, ssn }, by }, context) => {
    const found = await context.seminary.students.findSeminaryStudents({ dob, last4Ssn: ssn }, by);
    return viewsOf(found.students, context);
  }),

  route(contract.findSeminaryStudentById, async ({ input, by }, context) => {
    const id = input.student_id;
    return viewOf(
      (await context.seminary.students.getSeminaryStudent({ id }, by)).student,
      context,
    );
  }),

  route(contract.addSeminaryStudent, ({ input, by }, context) =>
    withDuplicates(context, async () => {
      const { confirmDoubleSsnDob = false, ...form } = input;
      const { student } = await context.seminary.students.addSeminaryStudent(
        { form: formOf(form), confirmDoubleSsnDob },
        by,
      );
      return viewOf(student, context);
    }),
  ),

  route(contract.editSeminaryStudent, async ({ input, by }, context) => {
    const { student_id: id, ...form } = input;
    const { student } = await context.seminary.students.editSeminaryStudent(
      { id, form: formOf(form) },
      by,
    );
    return viewOf(student, context);
  }),

  route(contract.findAllSeminaryStudents, async ({ by }, context) =>
    viewsOf((await context.seminary.students.listSeminaryStudents({}, by)).students, context),
  ),

  route(contract.getAllSeminariesForSeminaryTesting, async ({ by }, { seminary }) => {
    return (await seminary.students.listSeminaries({}, by)).seminaries;
  }),

  route(contract.uploadSeminaryStudentTest, async ({ input, file, by }, context) => {
    const { seminaryStudentId, examId, examDate: takenOn, preview = false, previewed } = input;
    const answer = await context.seminary.papers.uploadPaper(
      {
        seminaryStudentId,
        examId,
        takenOn,
        preview,
        previewed,
        fileName: file.name,
        contentType: file.type,
        content: file.content,
      },
      by,
    );
    return uploadedView(await context.catalogue.exams.get(), answer);
  }),
];
