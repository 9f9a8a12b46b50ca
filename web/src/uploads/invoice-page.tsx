import { uploadTalInvoice } from '@portal/contract/exams/invoices';
import { useState } from 'react';
import { api } from '../shared/api/client.ts';
import { UploadForm } from '../shared/forms/upload-form.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { ColumnHelp } from './column-help.tsx';
import { InvoicePreviewTable } from './preview/invoice-preview.tsx';
import { usePreviewedUpload } from './preview/use-previewed-upload.ts';
import { Feedback, UploadFailure } from './upload-outcome.tsx';
import classes from './uploads.module.css';

const { upload: takes } = uploadTalInvoice;

const tableColumns = [
  ['invoice_number', 'the same in every row'],
  ['invoice_date', 'the same in every row'],
  ['tal_id', 'finds the student; by name when left out'],
  ['last_name, first_name', 'of the student'],
  ['exam_code', 'course code'],
  ['exam_date', 'at most a week away from the exam'],
  ['amount', 'below 0: a credit'],
] as const;

interface Unmatched {
  row: number;
  reason: string;
}
const columns: readonly Column<Unmatched>[] = [
  { id: 'row', title: 'Row', numeric: true, text: ({ row }) => String(row) },
  { id: 'reason', title: 'Not matched', text: ({ reason }) => reason },
];
/** Most rows shown; more would slow the page down without being read. */
const MAX_SHOWN = 500;

/** stores a TAL invoice and compares it with the exams that students took. */
export function InvoicePage() {
  const [file, setFile] = useState<File | null>(null);
  const { share, preview, answer, failure, send } = usePreviewedUpload(
    api.uploadTalInvoice,
    takes.field,
    {},
    file,
  );
  const unmatched = answer?.unmatchedRows ?? [];
  const unshown = unmatched.length - MAX_SHOWN;
  return (
    <StaffPage title="Upload invoice">
      <div className={classes.page}>
        <UploadForm
          label="TAL invoice"
          takes={takes}
          share={share}
          file={answer ? null : file}
          onFile={setFile}
          onSend={send}
        />
        {preview?.preview && (
          <InvoicePreviewTable message={preview.message} preview={preview.preview} />
        )}
        {answer && <Feedback lines={[answer.message]} />}
        {unmatched.length > 0 && (
          <PlainTable
            title="Lines without a match"
            columns={columns}
            rows={unmatched.slice(0, MAX_SHOWN)}
            keyOf={({ row }) => row}
            empty=""
          />
        )}
        {unshown > 0 && <p>{`... and ${unshown} more`}</p>}
        {failure && <UploadFailure failure={failure} />}
        <ColumnHelp columns={tableColumns}>
          One row for each line; a row near the top names the columns. Lines that match nothing are
          kept as well. A PDF is kept and not compared. A file that is chosen is only looked at;
          Upload saves it.
        </ColumnHelp>
      </div>
    </StaffPage>
  );
}
