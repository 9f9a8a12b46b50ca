import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startSandbox, type TestSandbox } from './testing.ts';

interface Arrived {
  path: string;
  signature: string;
  raw: string;
}

let sandbox: TestSandbox;
let portal: Server;
let arrived: Arrived[];
let answers: number[];
let onArrival: () => void;

beforeEach(async () => {
  arrived = [];
  answers = [];
  onArrival = () => undefined;
  portal = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      arrived.push({ path: req.url ?? '', signature: String(req.headers['x-partner-signature']), raw: Buffer.concat(parts).toString() });
      res.statusCode = answers.shift() ?? 200;
      res.end('{"received":true}');
      onArrival();
    });
  });
  await new Promise<void>((ready) => portal.listen(0, '127.0.0.1', ready));
  sandbox = await startSandbox({ publicUrl: `http://127.0.0.1:${(portal.address() as AddressInfo).port}` });
});
afterEach(async () => {
  await sandbox.stop();
  portal.closeAllConnections();
  await new Promise((done) => portal.close(done));
});

const reports = (count: number) =>
  new Promise<Arrived[]>((done) => {
    const check = () => arrived.length >= count && done(arrived);
    onArrival = check;
    check();
  });
const student = { id: 7, firstName: 'Dana', lastName: 'Levi' };
const aBooking = async (more: Record<string, unknown> = {}) =>
  sandbox.call('POST', '/proctor/bookings', {
    reference: 31,
    student,
    exam: { code: 'EP-1', name: 'Algebra', minutes: 90 },
    startUrl: 'https://portal.test/startExam/abc',
    ...more,
  });
const aLaunch = async (kind: string) =>
  sandbox.call('POST', '/exams/launches', { reference: 31, kind, contentCode: 'C-9', title: 'Algebra', student });

describe('proctoring', () => {
  test('the same reference is the same booking, with a page of its own', async () => {
    const first = await aBooking();
    const again = await aBooking();
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.proctorUuid).toBe(first.body.proctorUuid);
    expect(again.body.url).not.toBe(first.body.url);
    const page = await (await fetch(`${sandbox.url}/proctor/play/${first.body.proctorUuid}`)).text();
    expect(page).toContain('Dana Levi');
    expect(page).not.toContain('https://portal.test/startExam/abc');
  });

  test('letting in shows the student the exam and reports it, signed', async () => {
    const { proctorUuid } = (await aBooking()).body;
    await fetch(`${sandbox.url}/proctor/play/${proctorUuid}/actions`, {
      method: 'POST',
      body: new URLSearchParams({ kind: 'let_in', comment: '' }),
    });
    const [notice] = await reports(1);
    expect(notice?.path).toBe('/api/partner/proctoring');
    expect(JSON.parse(notice?.raw ?? '')).toEqual({
      eventId: expect.any(String),
      proctorUuid,
      kind: 'let_in',
      at: new Date(sandbox.clock.at).toISOString(),
    });
    const t = Math.floor(sandbox.clock.at / 1000);
    const v1 = createHmac('sha256', 'proctor-secret').update(`${t}.${notice?.raw}`).digest('hex');
    expect(notice?.signature).toBe(`t=${t},v1=${v1}`);
    const page = await (await fetch(`${sandbox.url}/proctor/play/${proctorUuid}`)).text();
    expect(page).toContain('https://portal.test/startExam/abc');
    expect((await sandbox.call('GET', `/proctor/bookings/${proctorUuid}`)).body.status).toBe('let_in');
  });

  test('a report is repeated until the portal has answered it, and the next one waits for it', async () => {
    answers = [503, 200, 200];
    const { proctorUuid } = (await aBooking()).body;
    const act = (kind: string) => sandbox.call('POST', `/proctor/play/${proctorUuid}/actions`, { kind });
    await act('let_in');
    await act('completed');
    const kinds = (await reports(3)).map((notice) => JSON.parse(notice.raw).kind);
    expect(kinds).toEqual(['let_in', 'let_in', 'completed']);
  });

  test('names on the page are text, never markup', async () => {
    const { proctorUuid } = (await aBooking({ student: { ...student, firstName: '<script>alert(1)</script>' } })).body;
    expect(await (await fetch(`${sandbox.url}/proctor/play/${proctorUuid}`)).text()).not.toContain('<script>alert');
  });

  test('an unknown booking is 404 and an unknown action 422', async () => {
    expect((await sandbox.call('GET', '/proctor/bookings/none')).status).toBe(404);
    const { proctorUuid } = (await aBooking()).body;
    expect((await sandbox.call('POST', `/proctor/play/${proctorUuid}/actions`, { kind: 'dance' })).status).toBe(422);
  });
});

describe('exam platform', () => {
  test.each([
    ['exam', 'exam_completed'],
    ['program', 'program_completed'],
  ])('a finished %s is reported as %s with the registration as a number', async (kind, reported) => {
    const { runId, url } = (await aLaunch(kind)).body;
    expect(url).toBe(`http://sandbox.test/exams/run/${runId}`);
    await fetch(`${sandbox.url}/exams/run/${runId}/finish`, { method: 'POST' });
    const [notice] = await reports(1);
    expect(notice?.path).toBe('/api/partner/examPlatform');
    expect(JSON.parse(notice?.raw ?? '')).toMatchObject({ registrationId: 31, kind: reported });
    expect((await sandbox.call('GET', `/exams/runs/${kind}/31`)).body.status).toBe('completed');
  });

  test('a second launch goes on with the same run', async () => {
    const first = await aLaunch('exam');
    expect((await aLaunch('exam')).body.runId).toBe(first.body.runId);
  });
});

describe('TAL', () => {
  const person = { reference: 's-1', firstName: 'Dana', lastName: 'Levi', dob: '2001-02-03', last4ssn: '1234' };
  const paper = { reference: 'r-1', examCode: 'TAL-1', subject: 'Algebra', credits: 3, takenOn: '2026-10-05' };

  test('a student is made once per reference and found by birth date and four digits', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    expect((await sandbox.call('POST', '/tal/students', person)).body.studentId).toBe(studentId);
    expect((await sandbox.call('GET', '/tal/students?dob=2001-02-03&last4ssn=1234')).body).toMatchObject([{ studentId }]);
  });

  test('takes a result of an exam and a student that it has not heard of, and changes it later', async () => {
    const set = { studentId: 'TAL-5501', examCode: 'TAL-9', takenOn: '2026-11-01' };
    await sandbox.call('PUT', '/__tal/results', { ...set, result: 'Pending' });
    await sandbox.call('PUT', '/__tal/results', { ...set, result: 'Pass', score: 91 });
    const { body } = await sandbox.call('GET', '/tal/students/TAL-5501/results');
    expect(body.results).toMatchObject([{ examCode: 'TAL-9', takenOn: '2026-11-01', result: 'Pass', score: 91, released: true }]);
    const course = { studentId: 'CCC-5501', courseCode: 'CCC-9', examTakenOn: '2026-11-01', result: 'Fail', score: 40 };
    await sandbox.call('PUT', '/__coopersmith/grades', course);
    expect((await sandbox.call('GET', '/coopersmith/students/CCC-5501/results')).body.results).toMatchObject([
      { courseCode: 'CCC-9', examTakenOn: '2026-11-01', result: 'Fail', score: 40, assignmentsOpen: 0 },
    ]);
  });

  test('a result is pending until it is graded, and is invoiced in its month', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    await sandbox.call('POST', `/tal/students/${studentId}/exams`, paper);
    await sandbox.call('PUT', '/__tal/results', { studentId, examCode: 'TAL-1', result: 'Pass', score: 88 });
    expect((await sandbox.call('GET', `/tal/students/${studentId}/results`)).body.results).toMatchObject([{ result: 'Pass', score: 88 }]);
    const table = await (await fetch(`${sandbox.url}/tal/invoices/TAL-202610.csv`)).text();
    expect(table.split('\r\n').slice(0, 2)).toEqual([
      'invoice_number,invoice_date,tal_id,last_name,first_name,exam_code,exam_date,amount',
      `TAL-202610,2026-11-01,${studentId},Levi,Dana,TAL-1,2026-10-05,135`,
    ]);
  });

  test('the page of a student shows the exams that arrived, and a person grades them there', async () => {
    const { studentId } = (await sandbox.call('POST', '/tal/students', person)).body;
    const { resultId } = (await sandbox.call('POST', `/tal/students/${studentId}/exams`, paper)).body;
    const play = `${sandbox.url}/tal/play/${studentId}`;
    expect(await (await fetch(play)).text()).toContain('Algebra');
    const body = new URLSearchParams({ result: 'Fail', score: '58' });
    expect((await fetch(`${play}/results/${resultId}`, { method: 'POST', body, redirect: 'manual' })).status).toBe(303);
    expect(await (await fetch(play)).text()).toContain('Fail, 58');
    expect((await fetch(`${sandbox.url}/tal/play/nobody`)).status).toBe(404);
  });

  test('a transcript request needs a known student and exams', async () => {
    expect(
      (await sandbox.call('POST', '/tal/transcripts', { reference: 't', studentId: 'TAL0', recipient: 'College', examCodes: ['A'] }))
        .status,
    ).toBe(404);
    expect(
      (await sandbox.call('POST', '/tal/transcripts', { reference: 't', studentId: 'TAL0', recipient: 'College', examCodes: [] })).status,
    ).toBe(422);
  });
});

describe('Coopersmith', () => {
  test('assignments are uploaded, replaced until graded, and their files not kept', async () => {
    const { studentId } = (
      await sandbox.call('POST', '/coopersmith/students', {
        reference: 's-1',
        firstName: 'Miri',
        lastName: 'Katz',
        email: 'm@student.test',
      })
    ).body;
    const course = (
      await sandbox.call('POST', `/coopersmith/students/${studentId}/courses`, { reference: 'r-1', courseCode: 'CCC-1', subject: 'Ethics' })
    ).body;
    const id = course.assignments[0].studentAssignmentId as number;
    const form = new FormData();
    form.set('file', new Blob(['an essay']), 'essay.txt');
    const upload = () => fetch(`${sandbox.url}/coopersmith/students/${studentId}/assignments/${id}`, { method: 'POST', body: form });
    expect(await (await upload()).json()).toMatchObject({
      assignments: [{ uploaded: true, file: { name: 'essay.txt', bytes: 8 } }, { uploaded: false }],
    });
    await sandbox.call('PUT', '/__coopersmith/grades', { studentId, courseCode: 'CCC-1', studentAssignmentId: id, score: 90 });
    expect((await upload()).status).toBe(409);
  });

  test('the page of a course shows what was handed in, and a person grades it there', async () => {
    const { studentId } = (
      await sandbox.call('POST', '/coopersmith/students', { reference: 's-2', firstName: 'Miri', lastName: '<b>', email: 'm@student.test' })
    ).body;
    const course = { reference: 'r-2', courseCode: 'CCC-1', subject: 'Ethics' };
    const { enrolmentId, assignments } = (await sandbox.call('POST', `/coopersmith/students/${studentId}/courses`, course)).body;
    const [first, second] = (assignments as { studentAssignmentId: number }[]).map((one) => one.studentAssignmentId);
    const play = `${sandbox.url}/coopersmith/play/${enrolmentId}`;
    const page = async () => (await fetch(play)).text();
    const typed = (path: string, form: Record<string, string>) =>
      fetch(play + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const file = new FormData();
    file.set('file', new Blob(['an essay']), 'essay.txt');
    await fetch(`${sandbox.url}/coopersmith/students/${studentId}/assignments/${first}`, { method: 'POST', body: file });

    expect(await page()).toContain('essay.txt, 8 bytes');
    expect(await page()).toContain('&lt;b&gt;');
    expect((await typed(`/assignments/${second}`, { score: '90' })).status).toBe(404);
    expect((await typed(`/assignments/${first}`, { score: '101' })).status).toBe(422);
    expect((await typed(`/assignments/${first}`, { score: '90' })).status).toBe(303);
    expect(await page()).toContain('Graded, 90');
    expect((await typed('/result', { result: 'Pass', score: '' })).status).toBe(303);
    expect((await sandbox.call('GET', `/coopersmith/students/${studentId}/results`)).body.results).toMatchObject([
      { result: 'Pass', score: null, assignmentsOpen: 1 },
    ]);
    expect(await (await fetch(sandbox.url)).text()).toContain(`/coopersmith/play/${enrolmentId}`);
  });
});

describe('TTI', () => {
  test('payments count once per reference, and no refund gives back more than was paid', async () => {
    const program = { programId: 12, name: 'Year in Israel', price: 500, firstPart: 200 };
    const { studentId } = (
      await sandbox.call('POST', '/tti/students', {
        reference: 't-1',
        first: 'Rivka',
        last: 'Stern',
        email: 'r@student.test',
        programs: [program],
      })
    ).body;
    const payment = {
      reference: 'p-1',
      programId: 12,
      amount: 200,
      paymentGateway: 'TTI',
      paymentMethodType: 'CC',
      last4: '1111',
      transId: '600',
    };
    const { studentPaymentId } = (await sandbox.call('POST', `/tti/students/${studentId}/payments`, payment)).body;
    await sandbox.call('POST', `/tti/students/${studentId}/payments`, payment);
    expect((await sandbox.call('GET', `/tti/students/${studentId}/programs/12`)).body).toMatchObject({
      price: 500,
      firstPart: 200,
      totalPaid: 200,
    });
    const refund = (reference: string, amount: number) =>
      sandbox.call('POST', `/tti/students/${studentId}/refunds`, { reference, studentPaymentId, amount, transId: '601' });
    expect((await refund('f-1', 150)).status).toBe(201);
    expect((await refund('f-2', 51)).body.error).toMatchObject({ code: 'refund_too_large' });
    expect((await sandbox.call('POST', `/tti/students/${studentId}/join`, { programId: 12 })).body).toEqual({
      isNewMember: true,
      member: true,
    });
  });
});

test('the bot check passes every token but fail', async () => {
  const verify = async (response: string) => {
    const answer = await fetch(`${sandbox.url}/recaptcha/siteverify`, {
      method: 'POST',
      body: new URLSearchParams({ secret: 's', response }),
    });
    return ((await answer.json()) as { success: boolean }).success;
  };
  expect([await verify('anything'), await verify('fail'), await verify('')]).toEqual([true, false, false]);
});

test('the browser scripts and the index are served', async () => {
  expect(await (await fetch(`${sandbox.url}/v1/Accept.js`)).text()).toContain('window.Accept');
  expect(await (await fetch(`${sandbox.url}/recaptcha/api.js?render=explicit`)).text()).toContain('window.grecaptcha');
  expect(await (await fetch(sandbox.url)).text()).toContain('Partner sandbox');
  expect((await sandbox.call('GET', '/nowhere')).status).toBe(404);
});
