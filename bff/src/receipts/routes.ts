import { getReceipt } from '@portal/contract/payments/receipt';
import { steadyNow } from '@portal/kit/steady-clock';
import { Streamed, savedAs } from '../http/files/streamed.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { receiptOf } from './receipt.ts';
import { pdfOf } from './write-pdf.ts';

export const receiptRoutes = [
  route(getReceipt, async ({ input: { year }, by }, { identity, payments }) => {
    const [{ student }, { rows }] = await Promise.all([
      identity.students.getStudent({}, by),
      payments.charges.listReceiptRows({ year }, by),
    ]);
    if (!student) throw refuse('not_found');
    const now = steadyNow();
    const receipt = receiptOf(student, year, rows, now);
    return new Streamed(getReceipt.file, pdfOf(receipt, now), savedAs(receipt.fileName));
  }),
];
