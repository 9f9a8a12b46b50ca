import { isolateRightToLeft as isolate } from '@portal/access/text/isolates';
import { office } from '@portal/contract/office';
import { dayInNewYork } from '@portal/kit/clock';
import { money } from '@portal/kit/money';
import type { Student } from '@portal/proto/identity/v1/students';
import type { ReceiptRow } from '@portal/proto/payments/v1/charges';

/** The content of a receipt, line by line, before it has a form (8.4). */
export interface Receipt {
  title: string;
  fileName: string;
  /** Name, address and phone of the provider. */
  provider: readonly string[];
  /** Name and address of the student, the JSE id, the day it is printed. */
  about: readonly string[];
  rows: readonly Line[];
  /** The text that replaces rows and totals where there are none. */
  none: string | null;
  totals: readonly (readonly [label: string, amount: string])[];
}

interface Line {
  date: string;
  description: string;
  paidWith: string;
  amount: string;
}

const dateOf = (at: Date): string => dayInNewYork(at).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

/** Returns the charged, refunded and remaining amounts, in cents. */
export function totalsOf(rows: readonly Pick<ReceiptRow, 'amountCents'>[]): {
  charged: number;
  refunded: number;
  net: number;
} {
  let [charged, refunded] = [0, 0];
  for (const { amountCents } of rows)
    if (amountCents > 0) charged += amountCents;
    else refunded -= amountCents;
  return { charged, refunded, net: charged - refunded };
}

/** The fields of a student that a receipt may show: never SSN or birth date. */
export type Receiver = Pick<
  Student,
  'firstName' | 'lastName' | 'address' | 'city' | 'state' | 'zip' | 'country' | 'jseId'
>;

function addressOf({ address, city, state, zip, country }: Receiver): string[] {
  const region = [state, zip].filter(Boolean).join(' ');
  const place = [city ?? '', region].filter(Boolean).map(isolate).join(', ');
  return [address, place, country].filter((line) => line !== undefined && line !== '') as string[];
}

const nameOf = ({ firstName, lastName }: Receiver): string => `${firstName} ${lastName}`;

/** The receipt of a student for a year, with all of its texts. */
export const receiptOf = (
  student: Receiver,
  year: number,
  rows: readonly ReceiptRow[],
  now: Date,
): Receipt => ({
  ...contentOf(student, rows, now),
  title: `Receipt ${year}`,
  fileName: `${year}-Full receipt-${nameOf(student)}.pdf`,
  none: rows.length === 0 ? `No payments were made in ${year}.` : null,
});

/** Returns the receipt of one payment of a student, with its refunds. */
export function paymentReceiptOf(
  student: Receiver,
  paymentId: number,
  rows: readonly ReceiptRow[],
  now: Date,
): Receipt {
  const content = contentOf(student, rows, now);
  const day = dayInNewYork((rows[0]?.at as Date | undefined) ?? now);
  return {
    ...content,
    title: 'Receipt',
    fileName: `${day}-Receipt ${paymentId}-${nameOf(student)}.pdf`,
    about: [...content.about, `Payment number: ${paymentId}`],
    none: null,
  };
}

/** The common content of the receipts of a year and of a payment. */
function contentOf(
  student: Receiver,
  rows: readonly ReceiptRow[],
  now: Date,
): Pick<Receipt, 'provider' | 'about' | 'rows' | 'totals'> {
  const { charged, refunded, net } = totalsOf(rows);
  return {
    provider: ['JSE', office.address, office.city, office.phone],
    about: [
      nameOf(student),
      ...addressOf(student),
      ...(student.jseId === undefined ? [] : [`JSE ID: ${isolate(student.jseId)}`]),
      `Date printed: ${dateOf(now)}`,
    ],
    rows: rows.map((row) => ({
      date: dateOf(row.at as Date),
      description: row.description,
      paidWith: row.paidWith,
      amount: money(row.amountCents),
    })),
    totals:
      rows.length === 0
        ? []
        : [
            ['Total charged', money(charged)],
            ['Total refunded', money(refunded)],
            ['Net paid', money(net)],
          ],
  };
}
