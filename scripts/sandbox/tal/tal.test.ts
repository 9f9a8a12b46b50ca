import { describe, expect, test } from '@jest/globals';
import { sandbox, withSandbox } from '../testing/with-sandbox.ts';

withSandbox();

describe('TAL', () => {
  const person = {
    reference: 's-1',
    firstName: 'Dana',
    lastName: 'Levi',
    dob: '2001-02-03',
    last4ssn: '1234',
  };
  const paper = {
    reference: 'r-1',
    examCode: 'TAL-1',
    subject: 'Algebra',
    credits: 3,
    takenOn: '2026-10-05',
  };

  test('a student is made once per reference and found by birth date and four digits', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    expect((await sandbox.call('POST', '/tal/students', person)).body.studentId).toBe(studentId);
    expect(
      (await sandbox.call('GET', `/tal/students?reference=${person.reference}`)).body,
    ).toMatchObject([{ studentId }]);
  });

  test.each([
    ['the same data', {}, 1],
    ['another case of the name', { lastName: 'ADLER' }, 1],
    ['another birth date', { dob: '2001-02-04' }, 1],
    ['another name', { firstName: 'Other' }, 1],
    ['another name and birth date', { firstName: 'Other', dob: '2001-02-04' }, 0],
  ])('a search with %s finds %j', async (_what, other, count) => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    const { firstName, lastName, dob, last4ssn } = { ...person, ...other };
    const { body } = await sandbox.call('POST', '/tal/students/search', {
      firstName,
      lastName,
      dob,
      last4ssn,
    });
    expect(body.students).toHaveLength(count);
    if (count > 0) expect(body.students[0]).toMatchObject({ studentId, dob: person.dob });
  });

  test('takes a result of an unknown exam and student, and changes it later', async () => {
    const set = { studentId: 'TAL-5501', examCode: 'TAL-9', takenOn: '2026-11-01' };
    await sandbox.call('PUT', '/__tal/results', { ...set, result: 'Pending' });
    await sandbox.call('PUT', '/__tal/results', { ...set, result: 'Pass', score: 91 });
    const { body } = await sandbox.call('GET', '/tal/students/TAL-5501/results');
    expect(body.results).toMatchObject([
      { examCode: 'TAL-9', takenOn: '2026-11-01', result: 'Pass', score: 91, released: true },
    ]);
    const course = {
      studentId: 'CCC-5501',
      courseCode: 'CCC-9',
      examTakenOn: '2026-11-01',
      result: 'Fail',
      score: 40,
    };
    await sandbox.call('PUT', '/__coopersmith/grades', course);
    expect(
      (await sandbox.call('GET', '/coopersmith/students/CCC-5501/results')).body.results,
    ).toMatchObject([
      {
        courseCode: 'CCC-9',
        examTakenOn: '2026-11-01',
        result: 'Fail',
        score: 40,
        assignmentsOpen: 0,
      },
    ]);
  });

  test('a result is pending until it is graded, and is invoiced in its month', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    await sandbox.call('POST', `/tal/students/${studentId}/exams`, paper);
    await sandbox.call('PUT', '/__tal/results', {
      studentId,
      examCode: 'TAL-1',
      result: 'Pass',
      score: 88,
    });
    expect(
      (await sandbox.call('GET', `/tal/students/${studentId}/results`)).body.results,
    ).toMatchObject([{ result: 'Pass', score: 88 }]);
    const table = await (await fetch(`${sandbox.url}/tal/invoices/TAL-202610.csv`)).text();
    expect(table.split('\r\n').slice(0, 2)).toEqual([
      'invoice_number,invoice_date,tal_id,last_name,first_name,exam_code,exam_date,amount',
      `TAL-202610,2026-11-01,${studentId},Levi,Dana,TAL-1,2026-10-05,135`,
    ]);
  });

  test('stores the scan of a seminary paper for its exam, held back until released', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    const { resultId } = (
      await sandbox.call('POST', `/tal/students/${studentId}/exams`, {
        ...paper,
        reference: 'seminary-1',
        seminary: true,
      })
    ).body;
    const form = new FormData();
    form.set('file', new Blob(['a scan']), 'paper.pdf');
    const put = (id: string) =>
      fetch(`${sandbox.url}/tal/results/${id}/paper`, { method: 'PUT', body: form });
    expect(await (await put(resultId)).json()).toMatchObject({
      released: null,
      paper: { name: 'paper.pdf', bytes: 6 },
    });
    expect((await put('R0')).status).toBe(404);
  });

  test('the page of a student shows arrived exams, and a person grades them there', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    const { resultId } = (await sandbox.call('POST', `/tal/students/${studentId}/exams`, paper))
      .body;
    const play = `${sandbox.url}/tal/play/${studentId}`;
    expect(await (await fetch(play)).text()).toContain('Algebra');
    const body = new URLSearchParams({ result: 'Fail', score: '58' });
    expect(
      (await fetch(`${play}/results/${resultId}`, { method: 'POST', body, redirect: 'manual' }))
        .status,
    ).toBe(303);
    expect(await (await fetch(play)).text()).toContain('Fail, 58');
    expect((await fetch(`${sandbox.url}/tal/play/nobody`)).status).toBe(404);
  });

  test('a transcript request needs a known student and exams', async () => {
    expect(
      (
        await sandbox.call('POST', '/tal/transcripts', {
          reference: 't',
          studentId: 'TAL0',
          recipient: 'College',
          examCodes: ['A'],
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await sandbox.call('POST', '/tal/transcripts', {
          reference: 't',
          studentId: 'TAL0',
          recipient: 'College',
          examCodes: [],
        })
      ).status,
    ).toBe(422);
  });
});
