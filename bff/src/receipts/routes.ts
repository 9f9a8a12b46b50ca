import * as own from '@portal/contract/payments/own-payments';
import { getReceipt } from '@portal/contract/payments/receipt';
import type { CallOptions } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import type { ReceiptRow } from '@portal/proto/payments/v1/charges';
import type { AppContext } from '../app-context.ts';
import { Streamed, savedAs } from '../http/files/streamed.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';
import { ownPaymentView, readPlace, writePlace } from './own-payments.ts';
import { paymentReceiptOf, type Receipt, type Receiver, receiptOf } from './receipt.ts';
import { pdfOf } from './write-pdf.ts';

/** Returns the file of a receipt, whose rows are read at the same time as the student. */
async function fileOf(
  reading: Promise<{ rows: ReceiptRow[] }>,
  write: (student: Receiver, rows: readonly ReceiptRow[], now: Date) => Receipt,
  { by, context: { identity } }: { by: CallOptions; context: AppContext },
): Promise<Streamed> {
  const [{ student }, { rows }] = await Promise.all([
    identity.students.getStudent({}, by),
    reading,
  ]);
  if (!student) throw refuse('not_found');
  const now = steadyNow();
  const receipt = write(student, rows, now);
  return new Streamed(getReceipt.file, pdfOf(receipt, now), savedAs(receipt.fileName));
}

export const receiptRoutes = [
  route(getReceipt, ({ input: { year }, by }, context) =>
    fileOf(
      context.payments.charges.listReceiptRows({ year }, by),
      (student, rows, now) => receiptOf(student, year, rows, now),
      { by, context },
    ),
  ),
  route(own.getOwnPayments, async ({ input: { before, limit }, by }, { payments: books }) => {
    const place = before === undefined ? undefined : readPlace(before);
    const { payments, more } = await books.charges.listOwnPayments({ before: place, limit }, by);
    const last = payments.at(-1);
    return { payments: payments.map(ownPaymentView), next: more && last ? writePlace(last) : null };
  }),
  route(own.getOwnReceipt, ({ input: { year }, by }, context) =>
    fileOf(
      context.payments.charges.listOwnReceiptRows({ year }, by),
      (student, rows, now) => receiptOf(student, year, rows, now),
      { by, context },
    ),
  ),
  route(own.getPaymentReceipt, ({ input: { paymentId }, by }, context) =>
    fileOf(
      context.payments.charges.listOwnReceiptRows({ paymentId }, by),
      (student, rows, now) => paymentReceiptOf(student, paymentId, rows, now),
      { by, context },
    ),
  ),
];
