/** An entry of a school's ledger, as the report reads it; money in cents. */
export interface LedgerEntry {
  id: number;
  kind: 'manual_payment' | 'card_payment' | 'registration' | 'cancelled' | 'correction';
  /** YYYY-MM-DD */
  day: string;
  comment: string | null;
  cardLast4: string | null;
  runId: number | null;
  examId: number | null;
  subject: string | null;
  vendorName: string | null;
  credits: number | null;
  cohort: string | null;
  /** Its change of the balance. */
  amountCents: number;
}
export interface ReportRow {
  quantity: number;
  date: string;
  description: string;
  /** Null: students without a cohort; empty: money in and corrections belong to none. */
  cohort: string | null;
  amountCents: number;
  /** Of the whole ledger up to this row. */
  balanceCents: number;
  isPayment: boolean;
}

/** The word is kept for rows of money in. */
const withoutPayment = (subject: string | null): string =>
  (subject ?? '').replaceAll(/payment/gi, 'Paym.');
const examOf = ({ subject, vendorName }: LedgerEntry): string =>
  `${withoutPayment(subject)} (${vendorName ?? ''})`;

function description(entry: LedgerEntry): string {
  const { kind, comment, cardLast4, credits } = entry;
  if (kind === 'manual_payment') return comment ? `Payment: ${comment}` : 'Payment';
  if (kind === 'card_payment') return `Payment by card ending ${cardLast4 ?? ''}`;
  if (kind === 'correction') return `Correction: ${withoutPayment(comment)}`;
  if (kind === 'cancelled') return `Cancelled: ${examOf(entry)}`;
  return `${examOf(entry)}, ${credits ?? 0} ${credits === 1 ? 'credit' : 'credits'}`;
}

const isOfExam = ({ kind }: LedgerEntry): boolean =>
  kind === 'registration' || kind === 'cancelled';

/**
 * Registrations of one run, exam, cohort, price and day are one row; every other entry is its own
 * row. A run that continues after midnight has one row per day, so that the rows up to a day add up
 * to the balance of that day.
 */
const rowKey = (entry: LedgerEntry): string =>
  entry.kind === 'registration' && entry.runId !== null
    ? JSON.stringify([
        entry.day,
        entry.runId,
        entry.examId,
        entry.cohort,
        entry.amountCents,
        entry.credits,
      ])
    : `entry ${entry.id}`;

/** The account report of a school from its whole ledger, oldest first. */
export function accountReport(entries: readonly LedgerEntry[]): ReportRow[] {
  let balanceCents = 0;
  return [...Map.groupBy(entries, rowKey).values()].map((same) => {
    const first = same[0] as LedgerEntry;
    const amountCents = same.reduce((sum, entry) => sum + entry.amountCents, 0);
    balanceCents += amountCents;
    return {
      quantity: same.length,
      date: first.day,
      description: description(first),
      cohort: isOfExam(first) ? first.cohort : '',
      amountCents,
      balanceCents,
      isPayment: first.kind === 'manual_payment' || first.kind === 'card_payment',
    };
  });
}
