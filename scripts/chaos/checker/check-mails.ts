import { type Finding, finding } from './finding.ts';
import { doneOf, type Recorded } from './recorded.ts';

/** The inbox drops emails with a Message-ID that it already has, as mailboxes do. */
const RECEIPT = 'Your payment receipt';

/** Checks that each student has one receipt for each of their payments. */
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
            'each payment has one receipt',
            `student ${id} paid ${paid} times and got ${receipts} receipts`,
          ),
        ];
  });
}
