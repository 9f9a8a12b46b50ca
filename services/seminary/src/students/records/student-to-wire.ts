import { present } from '@portal/kit/grpc/wire';
import type { SeminaryStudentView } from './seminary-student.ts';

/** A seminary student as a message, in which a missing value is absent. */
export const toWire = ({ redeemedCourses, ...student }: SeminaryStudentView) => ({
  ...present(student),
  redeemedCourses: redeemedCourses.map(present),
});
