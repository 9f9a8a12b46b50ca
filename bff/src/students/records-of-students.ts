import type { StaffStudent } from '@portal/contract/students/staff-student';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { Student } from '@portal/proto/identity/v1/students';
import type { AppContext } from '../app-context.ts';
import { historyOf } from './activity.ts';
import { type Records, recordView } from './staff-view.ts';

type RecordsOf = (studentId: number) => Records;

/**
 * Returns the registrations and packages of students, with their history if the caller may read it.
 */
export async function heldBy(
  studentIds: number[],
  by: CallOptions,
  context: AppContext,
): Promise<RecordsOf> {
  const { registration, payments } = context;
  const [{ registrations }, { packages }, history] = await Promise.all([
    registration.registrations.listOfStudents({ studentIds }, by),
    payments.credits.listPackagesOfStudents({ studentIds }, by),
    historyOf(studentIds, by, context),
  ]);
  const registrationsOf = Map.groupBy(registrations, ({ studentId }) => studentId);
  const packagesOf = Map.groupBy(packages, ({ studentId }) => studentId);
  return (studentId) => ({
    registrations: registrationsOf.get(studentId) ?? [],
    packages: packagesOf.get(studentId) ?? [],
    history,
  });
}

/** Returns a student as staff see one, with the result of `heldBy`. */
export const viewOf = async (
  student: Student,
  recordsOf: RecordsOf,
  by: CallOptions,
  { catalogue }: AppContext,
): Promise<StaffStudent> =>
  recordView(student, await catalogue.schoolNames.of(student.schoolId, by), recordsOf(student.id));
