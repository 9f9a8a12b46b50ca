import { type Finding, finding } from './finding.ts';
import { doneOf, type Recorded } from './recorded.ts';

/** The inbox drops what comes again under the same Message-ID, as mailboxes do. */
const RECEIPT = 'Your payment receipt';

/** Whoever paid has a receipt for each payment, and for no other. */
export function checkMails(recorded: Recorded): Finding[] {
  const done = Map.groupBy(doneOf(recorded), ({ studentId }) => studentId);
  return [...recorded.outside.students].flatMap(([id]) => {
    const email = recorded.before.emails.get(id);
    if (!email) return [];
    const paid = (done.get(id) ?? []).filter(({ effect }) => effect.charged).length;
    const receipts = recorded.outside.mails.filter(
      ({ to, subject }) => to === email && subject === RECEIPT,
    ).length;
    return receipts === paid
      ? []
      : [
          finding(
            'whoever pays gets a receipt, once',
            `student ${id} paid ${paid} times and got ${receipts} receipts`,
          ),
        ];
  });
}
