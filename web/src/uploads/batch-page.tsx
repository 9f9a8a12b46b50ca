import { uploadPaperExams } from '@portal/contract/exams/grades';
import { useState } from 'react';
import { api } from '../shared/api/client.ts';
import { UploadForm } from '../shared/forms/upload-form.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { ColumnHelp } from './column-help.tsx';
import { BatchPreviewTable } from './preview/batch-preview.tsx';
import { usePreviewedUpload } from './preview/use-previewed-upload.ts';
import { Feedback, UploadFailure } from './upload-outcome.tsx';
import classes from './uploads.module.css';

const { upload: takes } = uploadPaperExams;

const tableColumns = [
  ['registration_id', 'or jse_id and exam_code'],
  ['exam_taken_date', 'the day of the session when left out'],
  ['arrived_back', 'today when left out'],
  ['batch_id', 'one new batch for the file when left out'],
  ['batch_date', 'today when left out; a day or N/A'],
  ['grade', 'needs a grade_comment'],
  ['grade_comment', 'Pass, Fail or Disqualified: grades the exam'],
] as const;

/** returned papers with their grades; uploads a whole file or nothing of it. */
export function BatchPage() {
  const [file, setFile] = useState<File | null>(null);
  const { share, preview, answer, failure, send } = usePreviewedUpload(
    api.uploadPaperExams,
    takes.field,
    {},
    file,
  );
  return (
    <StaffPage title="Upload batch">
      <div className={classes.page}>
        <UploadForm
          label="Exam batch"
          takes={takes}
          share={share}
          file={answer ? null : file}
          onFile={setFile}
          onSend={send}
        />
        {preview?.preview && (
          <BatchPreviewTable lines={preview.feedback} preview={preview.preview} />
        )}
        {answer && <Feedback lines={answer.feedback} />}
        {failure && <UploadFailure failure={failure} />}
        <ColumnHelp columns={tableColumns}>
          One row for each paper; a row near the top names the columns. Scans are named after their
          registrations: 90210.pdf. A file that is chosen is only looked at; Upload saves it, and
          nothing of it while a row has an error.
        </ColumnHelp>
      </div>
    </StaffPage>
  );
}
