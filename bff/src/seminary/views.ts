import type { SeminaryCourse, SeminaryStudent } from '@portal/contract/seminary/students';
import type { ExamCatalogue } from '../catalogue/exam-catalogue.ts';

type Missing<T> = T | null | undefined;

/** A course as the service sends it; in a refusal it comes as plain JSON, with nulls. */
interface Course {
  examId: number;
  actualTakenDate?: Missing<string>;
  takenDate?: Missing<string>;
  grade?: Missing<string>;
  gradeComment?: Missing<string>;
}
/** The same of a seminary student. */
export interface Seminarian {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  last4Ssn: string;
  dob: string;
  address: string;
  city: string;
  state?: Missing<string>;
  zip: string;
  country: string;
  seminaryId: number;
  seminaryName: string;
  seminaryYear: number;
  seminaryPhone?: Missing<string>;
  seminaryEmail?: Missing<string>;
  jseId?: Missing<string>;
  studentId?: Missing<number>;
  redeemedExams?: Missing<number>;
  examsCount: number;
  redeemedCourses: readonly Course[];
  hasStudentWithSameSsnDob: boolean;
}

/** A course by the names of the catalogue; one that left it keeps its number. */
export function courseView({ byId }: ExamCatalogue, course: Course): SeminaryCourse {
  const exam = byId.get(course.examId);
  return {
    subject: exam?.subject ?? `Exam ${course.examId}`,
    courseNumber: exam?.secularNumber ?? '',
    numCredits: exam?.credits ?? 0,
    examActualTakenDate: course.actualTakenDate ?? null,
    examTakenDate: course.takenDate ?? null,
    grade: course.grade ?? course.gradeComment ?? null,
  };
}

export const seminaryStudentView = (exams: ExamCatalogue, one: Seminarian): SeminaryStudent => ({
  id: one.id,
  firstName: one.firstName,
  lastName: one.lastName,
  email: one.email,
  phone: one.phone,
  ssn: one.last4Ssn,
  dob: one.dob,
  address: one.address,
  city: one.city,
  state: one.state ?? null,
  zip: one.zip,
  country: one.country,
  seminary_id: one.seminaryId,
  seminaryId: one.seminaryId,
  seminaryName: one.seminaryName,
  seminaryYear: one.seminaryYear,
  sem_phone: one.seminaryPhone ?? null,
  semPhone: one.seminaryPhone ?? null,
  sem_email: one.seminaryEmail ?? null,
  semEmail: one.seminaryEmail ?? null,
  jseId: one.jseId ?? null,
  studentId: one.studentId ?? null,
  redeemed_exams: one.redeemedExams === 1 || one.redeemedExams === 2 ? one.redeemedExams : null,
  examsCount: one.examsCount,
  redeemedExams: one.redeemedCourses.map((course) => courseView(exams, course)),
  hasStudentWithSameSsnDob: one.hasStudentWithSameSsnDob,
});
