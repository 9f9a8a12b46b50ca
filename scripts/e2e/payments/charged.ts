import { type Transaction, transactions } from '../../portal/processor.ts';

/** Returns the processor's captured charges of a student, oldest first. */
export async function charged(studentId: number): Promise<Transaction[]> {
  const all = await transactions();
  return all.filter(
    ({ type, status, customer }) =>
      type === 'authCapture' && status === 'captured' && customer === String(studentId),
  );
}
