import { can, scopeOf } from '@portal/access/can';
import type { CatalogExam } from '@portal/contract/exams/exam';
import type { BulkProgress, BulkResult, StudentBySessionRow } from '@portal/contract/schools';
import type { School, SchoolStudent } from '@portal/contract/schools/school';
import type { SchoolSession } from '@portal/contract/sessions/sessions';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { readSession } from '../shared/session/session.ts';

export type { School, SchoolPayment, SchoolStudent } from '@portal/contract/schools/school';
export type { SchoolSession } from '@portal/contract/sessions/sessions';
export type { BulkProgress, BulkResult, CatalogExam, StudentBySessionRow };

export const schoolsCall = api.getSchools;
export const detailsCall = api.getSchoolDetails;
export const infoCall = api.getSchoolInfo;
export const quoteCall = api.quoteRegisterAndSchedule;
export const payCall = api.payRegisterAndSchedule;
export const runCall = api.bulkRegistrationRun;
export const saveSessionCall = api.createSchoolSession;
export const deleteSessionCall = api.deleteSchoolSession;
export const cancelCall = api.cancelExamRegistration;
export const cardPaymentCall = api.submitSchoolPayment;
export const recordPaymentCall = api.recordSchoolPayment;

const MINUTE = 60_000;

/** Whether the person is of the office and not of one school. */
export const isOffice = (): boolean => scopeOf(readSession(), 'school.manage') === 'any';
export const mayRecordPayments = (): boolean => can(readSession(), 'school_payment.record');
export const mayPayByCard = (): boolean => scopeOf(readSession(), 'school_payment.charge') !== null;
export const mayEditStudents = (): boolean => scopeOf(readSession(), 'student.edit') !== null;
export const mayUseClosed = (): boolean => can(readSession(), 'closed_session.edit');

/** Schools that the person runs, by name. */
export const useSchools = () => useAnswer(schoolsCall, {}, { fresh: MINUTE });

/** A school with its students and sessions; null: none is chosen yet. */
export const useSchoolDetails = (schoolId: number | null) =>
  useAnswer(detailsCall, { schoolId: schoolId ?? 0 }, { enabled: schoolId !== null });

export const useSchoolStudents = (schoolId: number | null) =>
  useAnswer(
    api.getAllSchoolStudents,
    { schoolId: schoolId ?? 0 },
    { enabled: schoolId !== null, keepOld: false },
  );

/** Everything about one school that the steps show. */
export interface Details {
  currentSchoolDetails: School;
  schoolStudents: SchoolStudent[];
  schoolSessions: SchoolSession[];
  schoolSessionStudents: StudentBySessionRow[];
  exams: CatalogExam[];
}

/** 'Adler, Rivka' */
export const nameOf = ({ lastName, firstName }: SchoolStudent['student']): string =>
  `${lastName}, ${firstName}`;

/** The value of the cohort filter for students without one. R-268. */
export const NO_COHORT = 'NULL';
export const cohortOf = ({ student }: SchoolStudent): string => student.school_cohort ?? NO_COHORT;

/** Cohorts of a comma list. */
export const cohortsIn = (list: string): string[] => list.split(',').filter(Boolean);

/** The facts of this school that the student form needs; null until they are loaded. */
export function useSchoolForm(schoolId: number) {
  const info = useAnswer(api.getInfoForAddStudent, {}, { fresh: MINUTE });
  const school = info.data?.schools.find(({ id }) => id === schoolId);
  if (!school) return null;
  const {
    id,
    name,
    latest_cohort: latestCohort,
    students_are_members: studentsAreMembers,
  } = school;
  return { id, name, latestCohort, studentsAreMembers };
}
