import * as contract from '@portal/contract/seminary/students';
import { DomainError } from '@portal/kit/errors';
import type { SeminaryStudent, SeminaryStudentForm } from '@portal/proto/seminary/v1/students';
import { route } from '../http/route.ts';
import type { Parts } from '../parts.ts';
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

async function viewsOf(students: readonly Seminarian[], { catalogue }: Parts) {
  const exams = await catalogue.exams.get();
  return students.map((one) => seminaryStudentView(exams, one));
}

async function viewOf(student: SeminaryStudent | undefined, parts: Parts) {
  if (!student) throw new Error('identity returned no seminary student');
  const [view] = await viewsOf([student], parts);
  return { seminaryStudent: view as contract.SeminaryStudent };
}

/** The refusal of a duplicate shows those who are on the list as every call does. */
async function withDuplicates<T>(parts: Parts, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'duplicate_seminary_student')) throw error;
    const students = await viewsOf((error.extra.students ?? []) as Seminarian[], parts);
    throw new DomainError(error.status, error.code, error.detail, { ...error.extra, students });
  }
}

export const seminaryRoutes = [
  route(contract.findSeminaryStudent, async ({ input: { dob, ssn }, by }, parts) => {
    const found = await parts.seminary.students.findSeminaryStudents({ dob, last4Ssn: ssn }, by);
    return viewsOf(found.students, parts);
  }),

  route(contract.findSeminaryStudentById, async ({ input, by }, parts) => {
    const id = input.student_id;
    return viewOf((await parts.seminary.students.getSeminaryStudent({ id }, by)).student, parts);
  }),

  route(contract.addSeminaryStudent, ({ input, by }, parts) =>
    withDuplicates(parts, async () => {
      const { confirmDoubleSsnDob = false, ...form } = input;
      const { student } = await parts.seminary.students.addSeminaryStudent(
        { form: formOf(form), confirmDoubleSsnDob },
        by,
      );
      return viewOf(student, parts);
    }),
  ),

  route(contract.editSeminaryStudent, async ({ input, by }, parts) => {
    const { student_id: id, ...form } = input;
    const { student } = await parts.seminary.students.editSeminaryStudent(
      { id, form: formOf(form) },
      by,
    );
    return viewOf(student, parts);
  }),

  route(contract.findAllSeminaryStudents, async ({ by }, parts) =>
    viewsOf((await parts.seminary.students.listSeminaryStudents({}, by)).students, parts),
  ),

  route(contract.getAllSeminariesForSeminaryTesting, async ({ by }, { seminary }) => {
    return (await seminary.students.listSeminaries({}, by)).seminaries;
  }),

  route(contract.uploadSeminaryStudentTest, async ({ input, file, by }, parts) => {
    const { seminaryStudentId, examId, examDate: takenOn, preview = false, previewed } = input;
    const answer = await parts.seminary.papers.uploadPaper(
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
    return uploadedView(await parts.catalogue.exams.get(), answer);
  }),
];
