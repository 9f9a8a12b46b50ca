import { Anchor, Button, NativeSelect, Text } from '@mantine/core';
import {
  type SeminaryStudent,
  uploadSeminaryStudentTest,
} from '@portal/contract/seminary/students';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask } from '../shared/forms/masks.ts';
import { UploadForm } from '../shared/forms/upload-form.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { BlockSkeleton, CallError } from '../shared/ui/feedback.tsx';
import { PaperPreviewTable } from './preview/paper-preview.tsx';
import { usePreviewedUpload } from './preview/use-previewed-upload.ts';
import { Feedback, UploadFailure } from './upload-outcome.tsx';
import classes from './uploads.module.css';

const { upload: takes, body } = uploadSeminaryStudentTest;
const TITLE = 'Upload seminary exam';
const LIST = { to: '/admin/seminary-students', label: 'Free seminary exams' };
const TEN_MINUTES = 600_000;

/** the scan of a paper of a seminary student.. */
export function SeminaryUploadPage() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  const isNamed = Number.isInteger(id) && id > 0;
  const found = useAnswer(api.findSeminaryStudentById, { student_id: id }, { enabled: isNamed });
  const student = found.data?.seminaryStudent;
  return (
    <StaffPage
      title={TITLE}
      above={[LIST]}
      {...(student ? { student: `${student.firstName} ${student.lastName}` } : {})}
    >
      {!isNamed && (
        <>
          <CallError error={new Error('Error: no seminary student is named.')} />
          <Anchor component={Link} to={LIST.to}>
            {LIST.label}
          </Anchor>
        </>
      )}
      <CallError
        error={found.error}
        prefix="Error: "
        onRetry={() => void found.refetch()}
        busy={found.isFetching}
      />
      {isNamed && found.isPending && <BlockSkeleton height={280} />}
      {student && <Upload key={student.id} student={student} />}
    </StaffPage>
  );
}

/** Both at once would be one exam, so the form starts over for another one. */
function Upload({ student }: { student: SeminaryStudent }) {
  const [round, setRound] = useState(0);
  if (student.redeemed_exams !== null)
    return (
      <CallError
        error={new Error('The exams of this student were already redeemed or discarded.')}
      />
    );
  return <OneExam key={round} studentId={student.id} onAnother={() => setRound(round + 1)} />;
}

function OneExam({ studentId, onAnother }: { studentId: number; onAnother: () => void }) {
  const exams = useAnswer(api.getAllSeminaryTestingExams, {}, { fresh: TEN_MINUTES });
  const [examDate, setDate] = useState('');
  const [examId, setExam] = useState('');
  const [isLeft, setLeft] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const date = body.shape.examDate.safeParse(examDate);
  const isReady = date.success && examId !== '';
  const { share, preview, answer, failure, send } = usePreviewedUpload(
    api.uploadSeminaryStudentTest,
    takes.field,
    { seminaryStudentId: studentId, examId, examDate },
    isReady ? file : null,
  );
  if (answer)
    return (
      <div className={classes.page}>
        <Feedback
          lines={[
            answer.msg,
            answer.examsCount === 1 ? '1 exam in all.' : `${answer.examsCount} exams in all.`,
          ]}
        />
        <div>
          <Button onClick={onAnother}>Upload another</Button>
        </div>
      </div>
    );
  return (
    <div className={classes.page}>
      <CallError error={exams.error} onRetry={() => void exams.refetch()} busy={exams.isFetching} />
      <div className={classes.fields}>
        <MaskedInput
          autoComplete="off"
          label="Date taken"
          placeholder="MM/DD/YYYY"
          mask={dateMask}
          value={examDate}
          error={isLeft && examDate !== '' && !date.success && date.error.issues[0]?.message}
          onBlur={() => setLeft(true)}
          onChange={setDate}
        />
        <NativeSelect
          size="xs"
          label="Exam"
          value={examId}
          disabled={!exams.data}
          data={[
            { value: '', label: 'Choose' },
            ...(exams.data ?? []).map(({ id, subject }) => ({ value: String(id), label: subject })),
          ]}
          onChange={(event) => setExam(event.currentTarget.value)}
        />
      </div>
      <UploadForm
        label={TITLE}
        takes={takes}
        share={share}
        file={file}
        closed={!isReady}
        onFile={setFile}
        onSend={send}
      />
      {!isReady && <Text c="dimmed">The date taken and the exam are needed too.</Text>}
      {preview?.preview && <PaperPreviewTable msg={preview.msg} preview={preview.preview} />}
      {failure && <UploadFailure failure={failure} tooLong="Error uploading file" />}
    </div>
  );
}
