import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { uploadPaperExams } from '@portal/contract/grades';
import { sql } from '../databases.ts';
import { rowOf } from '../flows.ts';
import { mailTo } from '../mails.ts';
import { batch, graded, sat } from '../papers.ts';
import type { Person } from '../person.ts';
import { signedInStaff } from '../staff.ts';
import { refusal } from './refusal.ts';

let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_SUPER_ADMIN');
});
const upload = (file: object, key: string = randomUUID()) => office.ask(uploadPaperExams, file as Readonly<Record<string, unknown>>, key);

describe('uploadPaperExams', () => {
  test('takes papers in and grades them; the student reads Pass with the score and is told by mail', async () => {
    const [passed, failed, waiting] = [await sat(), await sat(), await sat()];
    const answer = await graded(office, [
      { registrationId: passed.registrationId, grade: '88', comment: 'Pass' },
      { registrationId: failed.registrationId, grade: '41', comment: 'Fail' },
      { registrationId: waiting.registrationId },
    ]);
    expect(uploadPaperExams.answer.safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({
      rows: 3,
      updated: 3,
      unchanged: 0,
      feedback: [`3 exams read: 3 updated, 0 unchanged. Batch ${answer.batchIds[0]}.`],
    });
    expect(await rowOf(passed.person, passed.exam.id)).toMatchObject({
      status: 'graded',
      examTaken: true,
      grade: '88',
      gradeComment: 'Pass',
      batchId: answer.batchIds[0],
      arrivedBack: expect.any(String),
    });
    expect(await rowOf(failed.person, failed.exam.id)).toMatchObject({ status: 'graded', grade: null, gradeComment: 'Fail' });
    expect(await rowOf(waiting.person, waiting.exam.id)).toMatchObject({ status: 'taken', grade: null, gradeComment: null });
    await mailTo(passed.email, `Your result for ${passed.exam.subject} is ready`);
  });

  test('changes nothing when the same file comes again, with the same key or another', async () => {
    const { person, exam, registrationId } = await sat();
    const [file, key] = [() => batch(`registration_id,grade_comment\n${registrationId},Pass`), randomUUID()];
    const first = await upload(file(), key);
    expect((await upload(file(), key)).body).toEqual(first.body);
    const row = await rowOf(person, exam.id);
    expect((await upload(file())).body).toMatchObject({ updated: 0, unchanged: 1, batchIds: first.body.batchIds });
    expect(await rowOf(person, exam.id)).toEqual(row);
    expect((await upload(batch('registration_id\n1'), key)).body.code).toBe('idempotency_key_reused');
  });

  test('saves nothing when a row is wrong, and names each', async () => {
    const { person, exam, registrationId } = await sat();
    const { status, body } = await upload(batch(`registration_id,exam_taken_date\n${registrationId},\n2000000000,\n5,13/13/2026`));
    expect([status, body.code, body.detail, body.errors]).toEqual([
      422,
      'file_rows_invalid',
      '2 rows have errors. Nothing was saved.',
      [
        { path: 'row 3', message: 'Registration not found.' },
        { path: 'row 4, exam_taken_date', message: 'Date invalid' },
      ],
    ]);
    expect((await rowOf(person, exam.id)).status).toBe('scheduled');
  });

  test('takes a scan that is named after its registration, and keeps it', async () => {
    const { person, exam, registrationId } = await sat();
    const { status } = await upload(batch('%PDF-1.7\npaper', `${registrationId}.pdf`));
    expect(status).toBe(200);
    expect(await rowOf(person, exam.id)).toMatchObject({ status: 'taken', arrivedBack: expect.any(String) });
    expect(
      await sql('registration', 'SELECT f.name FROM paper_scan s JOIN batch_file f ON f.id = s.file_id WHERE s.registration_id = $1', [
        registrationId,
      ]),
    ).toEqual([{ name: `${registrationId}.pdf` }]);
  });

  test('refuses a file that is not there, empty, too large or of another kind than it says', async () => {
    const plain = await office.send('POST', uploadPaperExams.path, '{}', { 'idempotency-key': randomUUID() });
    expect(refusal(plain as never)).toMatchObject({ status: 415, code: 'wrong_type' });
    const none = await upload({ other: 'x' });
    expect([none.status, none.body.errors]).toEqual([422, [{ path: 'exam_papers_file', message: 'Please choose a file.' }]]);
    expect((await upload(batch(''))).body.code).toBe('invalid');
    expect(refusal(await upload({ exam_papers_file: new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'batch.csv') }))).toEqual({
      status: 413,
      code: 'too_large',
      detail: 'The file is too large (25 MB at most).',
    });
    for (const file of [
      batch('%PDF-1.7', 'batch.csv.exe'),
      batch('MZ\u0000', '12.pdf'),
      batch('%PDF-1.7', 'batch.xlsx'),
      batch('a', 'batch.txt'),
    ])
      expect(refusal(await upload(file))).toEqual({
        status: 415,
        code: 'wrong_type',
        detail: 'This kind of file is not accepted. Please use CSV, XLSX, ZIP, PDF, JPG or PNG.',
      });
  });
});
