import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { uploadPaperExams } from '@portal/contract/exams/grades';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { batch, graded, sat } from '../../exams/papers.ts';
import { rowOf } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_SUPER_ADMIN');
});
const upload = (file: object, key: string = randomUUID()) =>
  office.ask(uploadPaperExams, file as Readonly<Record<string, unknown>>, key);

/** Returns all data that an upload writes, and the state of the registration. */
const written = async (registrationId: number) => ({
  row: await sql('registration', 'SELECT * FROM registration_seen WHERE id = $1', [registrationId]),
  result: await sql('registration', 'SELECT * FROM exam_result WHERE registration_id = $1', [
    registrationId,
  ]),
  kept: await sql(
    'registration',
    `SELECT (SELECT count(*) FROM batch) AS batches, (SELECT count(*) FROM batch_file) AS files,
       (SELECT count(*) FROM audit WHERE table_name = 'batch') AS audits,
       (SELECT count(*) FROM audit
         WHERE table_name = 'registration' AND row_id = $1::text) AS lines,
       (SELECT count(*) FROM idempotency WHERE command = 'uploadBatch') AS answers`,
    [registrationId],
  ),
});

/** Adds the name of the student as the office writes it. */
async function withName<T extends { registrationId: number }>(one: T) {
  const [student] = await sql<{ name: string }>(
    'registration',
    `SELECT s.last_name || ', ' || s.first_name AS name FROM student_copy s
     JOIN registration r ON r.student_id = s.id WHERE r.id = $1`,
    [one.registrationId],
  );
  return { ...one, name: student?.name ?? '' };
}

describe('uploadPaperExams', () => {
  test('receives papers and grades them; the student gets the grade by email', async () => {
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
    expect(await rowOf(failed.person, failed.exam.id)).toMatchObject({
      status: 'graded',
      grade: null,
      gradeComment: 'Fail',
    });
    expect(await rowOf(waiting.person, waiting.exam.id)).toMatchObject({
      status: 'taken',
      grade: null,
      gradeComment: null,
    });
    await mailTo(passed.email, `Your result for ${passed.exam.subject} is ready`);
  });

  test('changes nothing when the same file is sent again, with any key', async () => {
    const { person, exam, registrationId } = await sat();
    const [file, key] = [
      () => batch(`registration_id,grade_comment\n${registrationId},Pass`),
      randomUUID(),
    ];
    const first = await upload(file(), key);
    expect((await upload(file(), key)).body).toEqual(first.body);
    const row = await rowOf(person, exam.id);
    expect((await upload(file())).body).toMatchObject({
      updated: 0,
      unchanged: 1,
      batchIds: first.body.batchIds,
    });
    expect(await rowOf(person, exam.id)).toEqual(row);
    expect((await upload(batch('registration_id\n1'), key)).body.code).toBe(
      'idempotency_key_reused',
    );
  });

  test('previews the effect or error of each row, and writes nothing', async () => {
    const { person, exam, registrationId, name } = await withName(await sat());
    const text = `registration_id,grade,grade_comment\n${registrationId},88,Pass\n2000000000,,`;
    const before = await written(registrationId);
    const { status, body } = await upload({ ...batch(text), preview: 'true' });
    expect(uploadPaperExams.answer.safeParse(body).error).toBeUndefined();
    expect([status, body]).toMatchObject([
      200,
      {
        rows: 2,
        updated: 1,
        unchanged: 0,
        batchIds: [],
        feedback: ['2 rows read: 1 to update, 0 unchanged, 1 with errors. Nothing is saved yet.'],
        preview: {
          wrong: 1,
          fingerprint: expect.any(String),
          report: { lines: 3, rows: 2, skippedRows: 0, lastRow: { row: 3 } },
        },
      },
    ]);
    expect(body.preview?.rows).toEqual([
      {
        place: 'row 2',
        outcome: 'graded',
        registrationId,
        problem: null,
        student: name,
        exam: exam.subject,
        changes: [
          expect.stringMatching(/^Taken \d\d\/\d\d\/\d{4}$/),
          expect.stringMatching(/^Back/),
          'Grade 88, Pass',
          'New batch',
        ],
      },
      {
        place: 'row 3',
        outcome: 'wrong',
        registrationId: 2_000_000_000,
        student: null,
        exam: null,
        changes: [],
        problem: 'Registration not found.',
      },
    ]);
    expect(await written(registrationId)).toEqual(before);
    expect((await rowOf(person, exam.id)).status).toBe('scheduled');
  });

  test('applies the preview, and reports records changed since', async () => {
    const [one, two] = [await sat(), await sat()];
    const file = () =>
      batch(
        `registration_id,grade_comment\n${one.registrationId},Pass\n${two.registrationId},Pass`,
      );
    const shown = async () => (await upload({ ...file(), preview: 'true' })).body.preview;
    const previewed = (await shown())?.fingerprint;
    await graded(office, [{ registrationId: two.registrationId, comment: 'Pass' }]);
    const applied = await upload({ ...file(), previewed });
    expect(applied.body).toMatchObject({ updated: 1, unchanged: 1 });
    expect(applied.body.feedback).toContain(
      'Records changed after the preview: what was saved differs from what it showed.',
    );
    const again = await shown();
    const { body } = await upload({ ...file(), previewed: again?.fingerprint });
    expect(body.feedback).toHaveLength(1);
  });

  test('stores a scan that is named after its registration', async () => {
    const { person, exam, registrationId } = await sat();
    const { status } = await upload(batch('%PDF-1.7\npaper', `${registrationId}.pdf`));
    expect(status).toBe(200);
    expect(await rowOf(person, exam.id)).toMatchObject({
      status: 'taken',
      arrivedBack: expect.any(String),
    });
    expect(
      await sql(
        'registration',
        `SELECT f.name FROM paper_scan s JOIN batch_file f ON f.id = s.file_id
         WHERE s.registration_id = $1`,
        [registrationId],
      ),
    ).toEqual([{ name: `${registrationId}.pdf` }]);
  });

  test('refuses a missing, empty or too large file, or one of another kind', async () => {
    const plain = await office.send('POST', uploadPaperExams.path, '{}', {
      'idempotency-key': randomUUID(),
    });
    expect(refusal(plain as never)).toMatchObject({ status: 415, code: 'wrong_type' });
    const none = await upload({ other: 'x' });
    expect([none.status, none.body.errors]).toEqual([
      422,
      [{ path: 'exam_papers_file', message: 'Please choose a file.' }],
    ]);
    expect((await upload(batch(''))).body.code).toBe('invalid');
    expect(
      refusal(
        await upload({
          exam_papers_file: new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'batch.csv'),
        }),
      ),
    ).toEqual({
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

  test('refuses an infected file, also for a preview', async () => {
    for (const preview of ['true', 'false'])
      expect(
        refusal(await upload({ ...batch(`registration_id\n${TEST_VIRUS}\n`), preview })),
      ).toEqual({
        status: 422,
        code: 'file_refused',
        detail: 'This file was refused by the virus check.',
      });
  });
});
