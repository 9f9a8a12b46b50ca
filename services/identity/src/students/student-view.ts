import { dayInNewYork } from '@portal/kit/clock';
import { present } from '@portal/kit/grpc/wire';
import { messageOf } from '../accommodations/accommodation-rules.ts';
import { approvedView } from '../accommodations/views.ts';
import type { Student } from './records/student.ts';

/** Returns a student as other services see them. */
export const studentView = ({ approvedAccommodations, ...student }: Student, now: Date) => ({
  ...present(student),
  approvedAccommodations: approvedView(approvedAccommodations),
  accommodationsInForce: messageOf(approvedAccommodations, dayInNewYork(now)) ?? undefined,
});
