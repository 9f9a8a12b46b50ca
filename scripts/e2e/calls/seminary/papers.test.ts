import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getAllSeminaryTestingExams } from '@portal/contract/exams/exams';
import { addSeminaryStudent, uploadSeminaryStudentTest } from '@portal/contract/seminary/students';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { aSeminaryForm, settled } from '../../people/seminary-students.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let exam: { id: number; subject: string };
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
  const exams = await admin.do(getAllSeminaryTestingExams, {});
  exam = exams.find(({ vendor_id }) => vendor_id !== 3) as typeof exam;
});

const pdf = (name = 'paper.pdf', content = '%PDF-1.7\n1 0 obj<</Type/Page>>endobj\n%%EOF\n') =>
  new File([content], name, { type: 'application/pdf' });
const added = async () => (await admin.do(addSeminaryStudent, aSeminaryForm())).seminaryStudent.id;
const upload = (
  seminaryStudentId: number,
  changes: Readonly<Record<string, unknown>> = {},
  key: string = randomUUID(),
) =>
  admin.ask(
    uploadSeminaryStudentTest,
    {
      seminaryStudentId,
      examId: exam.id,
      examDate: '02/03/2026',
      exam_papers_file: pdf(),
      ...changes,
    } as never,
    key,
  );

describe('uploadSeminaryStudentTest', () => {
  test('stores the scan with a pending grade once, and sends it to TAL', async () => {
    const id = await added();
    const key = randomUUID();
    const { status, body } = await upload(id, {}, key);
    expect([status, body]).toMatchObject([
      200,
      {
        msg: `${exam.subject} was uploaded.`,
        exam: { subject: exam.subject, examActualTakenDate: '2026-02-03', grade: null },
        examsCount: 1,
      },
    ]);
    expect((await upload(id, {}, key)).body).toEqual(body);
    expect(refusal((await upload(id)) as never)).toEqual({
      status: 409,
      code: 'exam_exists',
      detail: 'This exam was already uploaded.',
    });
    expect(await upload(id, { examDate: '2026-02-04' })).toMatchObject({ body: { examsCount: 2 } });
    const sent = () =>
      sql(
        'seminary',
        `SELECT 1 FROM seminary_exam WHERE seminary_student_id = $1
           AND paper_sent_at IS NOT NULL AND tal_reference IS NOT NULL`,
        [id],
      );
    await until(sent, (rows) => rows.length === 2);
    const [{ files = 0 } = {}] = await sql<{ files: number }>(
      'seminary',
      `SELECT count(*)::int AS files FROM paper_file JOIN seminary_exam ON file_key = paper_file.id
       WHERE seminary_student_id = $1`,
      [id],
    );
    expect(files).toBe(2);
  });

  test('previews the paper among the stored ones, and writes nothing', async () => {
    const id = await added();
    await upload(id, { examDate: '02/04/2026' });
    const written = () =>
      sql(
        'seminary',
        `SELECT (SELECT count(*) FROM seminary_exam WHERE seminary_student_id = $1) AS exams,
           (SELECT count(*) FROM paper_file) AS files,
           (SELECT count(*) FROM audit WHERE table_name = 'seminary_student' AND row_id = $1::text)
             AS audits,
           (SELECT count(*) FROM idempotency WHERE command = 'uploadPaper') AS answers`,
        [id],
      );
    const before = await written();
    const { status, body } = await upload(id, { preview: 'true' });
    expect([status, body]).toMatchObject([
      200,
      {
        msg: `${exam.subject} would be a new exam with a pending grade. Nothing is saved yet.`,
        examsCount: 2,
        preview: {
          rows: [
            { isNew: true, note: null, exam: { examActualTakenDate: '2026-02-03' } },
            { isNew: false, note: 'The same file was uploaded as this exam.' },
          ],
        },
      },
    ]);
    expect(
      refusal((await upload(id, { examDate: '02/04/2026', preview: 'true' })) as never),
    ).toMatchObject({ status: 409, code: 'exam_exists' });
    expect(await written()).toEqual(before);

    const previewed = body.preview?.fingerprint;
    await upload(id, { examDate: '2026-02-05' });
    const applied = await upload(id, { previewed });
    expect(applied.body).toMatchObject({
      msg:
        `${exam.subject} was uploaded. ` +
        'Records changed after the preview: what was saved differs from what it showed.',
      examsCount: 3,
    });
    const advisor = await signedInStaff('ROLE_ADVISOR');
    const refused = await advisor.ask(
      uploadSeminaryStudentTest,
      {
        seminaryStudentId: id,
        examId: exam.id,
        examDate: '02/03/2026',
        exam_papers_file: pdf(),
        preview: 'true',
      } as never,
      randomUUID(),
    );
    expect(refused.status).toBe(403);
  });

  test('refuses future dates, unknown exams and unknown students', async () => {
    const id = await added();
    const to = `${steadyNow().getFullYear() + 1}-01-01`;
    expect(refusal((await upload(id, { examDate: to })) as never)).toMatchObject({
      status: 422,
      detail: 'Exam date should be in the past',
    });
    expect(refusal((await upload(id, { examId: 2_000_000_000 })) as never)).toMatchObject({
      status: 422,
      detail: 'Exam invalid',
    });
    expect(refusal((await upload(2_000_000_000)) as never)).toMatchObject({
      status: 404,
      code: 'seminary_student_not_found',
    });
  });

  test('refuses files that are not scans, locked, too large or infected', async () => {
    const id = await added();
    const wrong = {
      status: 415,
      code: 'wrong_type',
      detail: 'This kind of file is not accepted. Please use PDF, JPG or PNG.',
    };
    const files = [
      new File(['a,b\n'], 'paper.csv'),
      new File(['MZ'], 'paper.pdf'),
      pdf('paper.pdf', '%PDF-1.7\n<</Encrypt 4 0 R>>\n%%EOF\n'),
    ];
    for (const file of files)
      expect(refusal((await upload(id, { exam_papers_file: file })) as never)).toEqual(wrong);
    const large = pdf('paper.pdf', `%PDF-1.7\n${' '.repeat(25 * 1024 * 1024)}`);
    expect(refusal((await upload(id, { exam_papers_file: large })) as never)).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    const infected = pdf('paper.pdf', `%PDF-1.7\n${TEST_VIRUS}\n%%EOF\n`);
    expect(refusal((await upload(id, { exam_papers_file: infected })) as never)).toMatchObject({
      status: 422,
      code: 'file_refused',
    });
  });

  test('refuses once the exams are redeemed or discarded', async () => {
    const [id, student] = [await added(), await anEnrolled()];
    await settled(id, 2, student.id);
    expect(refusal((await upload(id)) as never)).toMatchObject({
      status: 409,
      code: 'already_redeemed',
    });
  });
});
