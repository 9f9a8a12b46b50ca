import type { Call } from '@portal/kit/commands/command';
import { findInvoicedStudents, type InvoicedStudent } from './store.ts';

export interface InvoicedBy {
  studentIds: readonly number[];
  names: readonly { lastName: string; firstName: string }[];
}

/** Seminary students by the member that they are, or by name without case, with their exams. */
export const listInvoicedStudents = (
  { db }: Pick<Call, 'db'>,
  { studentIds, names }: InvoicedBy,
): Promise<InvoicedStudent[]> =>
  findInvoicedStudents(
    db,
    studentIds,
    names.map(({ lastName }) => lastName.toLowerCase()),
    names.map(({ firstName }) => firstName.toLowerCase()),
  );
