import { dayInNewYork } from '@portal/kit/clock';
import { present } from '@portal/kit/grpc/wire';
import { approvedView } from '../records/accommodations/views.ts';
import { messageOf } from '../records/students/accommodation-rules.ts';
import type { Student } from '../records/students/student.ts';

/** Returns a student as other services see them. */
export const studentView = ({ approvedAccommodations, ...student }: Student, now: Date) => ({
  ...present(student),
  approvedAccommodations: approvedView(approvedAccommodations),
  accommodationsInForce: messageOf(approvedAccommodations, dayInNewYork(now)) ?? undefined,
});
