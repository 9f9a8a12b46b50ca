import { dayInNewYork, timeInNewYork } from '@portal/kit/clock';
import { DomainError } from '@portal/kit/errors';
import { dollars } from '@portal/kit/money';
import { schoolsErrors } from '@portal/proto/errors/schools';
import type { AccountReportRow } from '@portal/proto/schools/v1/balance';
import type { GetSchoolAccountResponse } from '@portal/proto/schools/v1/office';
import { Streamed, savedAs } from '../http/files/streamed.ts';
import { type SheetColumn, XLSX_TYPE, xlsxOf } from '../http/files/write-xlsx.ts';

/** The last row has nothing but the balance and its day. */
type FileRow = Partial<AccountReportRow> & { isLast?: true };

const inDollars = (cents: number | undefined): number | null =>
  cents === undefined ? null : dollars(cents);

/** 8.3 */
const columns: readonly SheetColumn<FileRow>[] = [
  { title: 'Quantity', width: 9, cell: ({ quantity }) => quantity ?? null },
  { title: 'Date', width: 12, cell: ({ date }) => date ?? null },
  { title: 'Description', width: 48, cell: ({ description }) => description ?? null },
  {
    title: 'Cohort',
    width: 12,
    cell: ({ cohort, isLast }) => (isLast ? null : (cohort ?? 'NULL')),
  },
  { title: 'Amount', width: 11, cell: ({ amountCents }) => inDollars(amountCents) },
  { title: 'Balance', width: 11, cell: ({ balanceCents }) => inDollars(balanceCents) },
];

/** Rows that are written at once. */
const PAGE = 1000;

async function* pagesOf(
  { accountReport, balanceCents }: GetSchoolAccountResponse,
  today: string,
): AsyncGenerator<readonly FileRow[]> {
  for (let at = 0; at < accountReport.length; at += PAGE) yield accountReport.slice(at, at + PAGE);
  yield [{ isLast: true, date: today, description: 'Balance', balanceCents: balanceCents ?? 0 }];
}

/**
 * The account report of a school as a file, named after the school and the moment in New York.
 * Refuses with school_not_charged a school without an account.
 */
export function accountFile(account: GetSchoolAccountResponse, now: Date): Streamed {
  const school = account.school?.school;
  if (!school?.chargeSchool) {
    const { status, detail } = schoolsErrors.school_not_charged;
    throw new DomainError(status, 'school_not_charged', detail);
  }
  const today = dayInNewYork(now);
  const name = `${school.name} ${today} ${timeInNewYork(now).replace(':', '-')}.xlsx`;
  const file = xlsxOf('Account report', columns, pagesOf(account, today));
  return new Streamed(XLSX_TYPE, file, savedAs(name));
}
