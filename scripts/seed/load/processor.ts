import type { LoadPayment } from './purse.ts';

/**
 * Tells the card processor, which the sandbox plays, of charges that it made long ago, so that its
 * books and payments' agree.
 */
export async function tellProcessor(
  sandboxUrl: string,
  payments: readonly LoadPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const charges = payments.map(
    ({ transaction_id, amount_cents, invoice_number, student_id, at }) => ({
      transId: transaction_id,
      cents: amount_cents,
      invoiceNumber: invoice_number,
      customer: String(student_id),
      at,
    }),
  );
  const answer = await fetch(`${sandboxUrl}/__cards/past`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(charges),
  });
  if (!answer.ok) throw new Error(`the card processor took no past charges (${answer.status})`);
}
