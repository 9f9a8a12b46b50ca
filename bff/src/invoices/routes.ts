import * as invoices from '@portal/contract/exams/invoices';
import { dollars } from '@portal/kit/money';
import type { InvoicePreview } from '@portal/proto/transcripts/v1/invoices';
import { route } from '../http/route.ts';
import { tableReportOf } from '../http/table-report.ts';

/** Comparing twenty thousand lines takes its time. */
const TIMEOUT_MS = 60_000;

const previewOf = ({
  rows,
  wrong,
  fingerprint,
  report,
}: InvoicePreview): invoices.InvoicePreview => ({
  wrong,
  fingerprint,
  report: tableReportOf(report),
  rows: rows.map(({ place, outcome, amountCents, ...row }) => ({
    place,
    outcome: outcome as invoices.InvoicePreview['rows'][number]['outcome'],
    lastName: row.lastName ?? null,
    firstName: row.firstName ?? null,
    examCode: row.examCode ?? null,
    examDate: row.examDate ?? null,
    amount: amountCents === undefined ? null : dollars(amountCents),
    match: row.match ?? null,
    problem: row.problem ?? null,
  })),
});

export const invoiceRoutes = [
  route(invoices.uploadTalInvoice, async ({ input, file, by }, { transcripts }) => {
    const { preview, ...answer } = await transcripts.invoices.uploadTalInvoice(
      {
        fileName: file.name,
        content: file.content,
        preview: input.preview ?? false,
        previewed: input.previewed,
      },
      { ...by, deadlineMs: TIMEOUT_MS },
    );
    return preview ? { ...answer, preview: previewOf(preview) } : answer;
  }),
];
