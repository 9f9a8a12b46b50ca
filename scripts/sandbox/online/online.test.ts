import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startSandbox, type TestSandbox } from '../testing.ts';

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
      arrived.push({
        path: req.url ?? '',
        signature: String(req.headers['x-partner-signature']),
        raw: Buffer.concat(parts).toString(),
      });
      res.statusCode = answers.shift() ?? 200;
      res.end('{"received":true}');
      onArrival();
    });
  });
  await new Promise<void>((ready) => portal.listen(0, '127.0.0.1', ready));
  sandbox = await startSandbox({
    publicUrl: `http://127.0.0.1:${(portal.address() as AddressInfo).port}`,
  });
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
  sandbox.call('POST', '/exams/launches', {
    reference: 31,
    kind,
    contentCode: 'C-9',
    title: 'Algebra',
    student,
  });

describe('proctoring', () => {
  test('the same reference is the same booking, with a page of its own', async () => {
    const first = await aBooking();
    const again = await aBooking();
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.proctorUuid).toBe(first.body.proctorUuid);
    expect(again.body.url).not.toBe(first.body.url);
    const page = await (
      await fetch(`${sandbox.url}/proctor/play/${first.body.proctorUuid}`)
    ).text();
    expect(page).toContain('Dana Levi');
    expect(page).not.toContain('https://portal.test/startExam/abc');
  });

  test('admission shows the student the exam and sends a signed report', async () => {
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
    expect((await sandbox.call('GET', `/proctor/bookings/${proctorUuid}`)).body.status).toBe(
      'let_in',
    );
  });

  test('repeats a report until the portal has answered it, before the next one', async () => {
    answers = [503, 200, 200];
    const { proctorUuid } = (await aBooking()).body;
    const act = (kind: string) =>
      sandbox.call('POST', `/proctor/play/${proctorUuid}/actions`, { kind });
    await act('let_in');
    await act('completed');
    const kinds = (await reports(3)).map((notice) => JSON.parse(notice.raw).kind);
    expect(kinds).toEqual(['let_in', 'let_in', 'completed']);
  });

  test('names on the page are text, never markup', async () => {
    const { proctorUuid } = (
      await aBooking({ student: { ...student, firstName: '<script>alert(1)</script>' } })
    ).body;
    expect(await (await fetch(`${sandbox.url}/proctor/play/${proctorUuid}`)).text()).not.toContain(
      '<script>alert',
    );
  });

  test('an unknown booking is 404 and an unknown action 422', async () => {
    expect((await sandbox.call('GET', '/proctor/bookings/none')).status).toBe(404);
    const { proctorUuid } = (await aBooking()).body;
    expect(
      (await sandbox.call('POST', `/proctor/play/${proctorUuid}/actions`, { kind: 'dance' }))
        .status,
    ).toBe(422);
  });
});

describe('exam platform', () => {
  test.each([
    ['exam', 'exam_completed'],
    ['program', 'program_completed'],
  ])(
    'a finished %s is reported as %s with the registration as a number',
    async (kind, reported) => {
      const { runId, url } = (await aLaunch(kind)).body;
      expect(url).toBe(`http://sandbox.test/exams/run/${runId}`);
      await fetch(`${sandbox.url}/exams/run/${runId}/finish`, { method: 'POST' });
      const [notice] = await reports(1);
      expect(notice?.path).toBe('/api/partner/examPlatform');
      expect(JSON.parse(notice?.raw ?? '')).toMatchObject({ registrationId: 31, kind: reported });
      expect((await sandbox.call('GET', `/exams/runs/${kind}/31`)).body.status).toBe('completed');
    },
  );

  test('a second launch goes on with the same run', async () => {
    const first = await aLaunch('exam');
    expect((await aLaunch('exam')).body.runId).toBe(first.body.runId);
  });
});
