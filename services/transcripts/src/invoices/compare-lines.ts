import type { Sql } from '@portal/kit/database/database';
import type { InvoiceTable } from './invoice-rows.ts';
import { type MatchedLine, matchInvoice, type Taker } from './match-invoice.ts';
import { invoicedBefore } from './store.ts';

/** Finds the exam that each line is for, given the exams that are invoiced now. */
export async function compareLines(
  sql: Sql,
  { number, lines }: InvoiceTable,
  takers: readonly Taker[],
): Promise<MatchedLine[]> {
  const exams = takers.flatMap((taker) => taker.exams);
  const before = await invoicedBefore(
    sql,
    exams.flatMap(({ registrationId }) => registrationId ?? []),
    exams.flatMap(({ seminaryExamId }) => seminaryExamId ?? []),
  );
  return matchInvoice(number, lines, takers, before);
}
