import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import type { Call } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, asStudent } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import type * as tables from '../../../prisma/tables.ts';
import { brokenInvariants } from '../../invariants.ts';
import { anExam, aRegistration, aStudent, aWorld, statesOf, type World } from '../../testing.ts';
import { bookProctor } from './proctoring/book-proctor.ts';
import { takePlatformReport, takeProctoringReport } from './reports/take-partner-report.ts';

const SECRET = 'shared with a partner';

/** Both partners in memory, and the ways in which they can fail. */
class Partners {
  readonly bookings = new Map<
    string,
    { proctorUuid: string; status: string; startUrl: string; exam?: object | undefined }
  >();
  readonly launches = new Map<string, string>();
  readonly requests: string[] = [];
  /** The bodies of the launches of each run, in order. */
  readonly launchedWith = new Map<string, object[]>();
  fails: 'status' | 'json' | null = null;
  /** Does what a request says but drops the connection. */
  losesAnswers = false;
  server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '' } = request;
        this.requests.push(`${method} ${url}`);
        if (this.fails === 'status') return void response.writeHead(500).end('{}');
        if (this.fails === 'json')
          return void response.writeHead(200).end('{"url": "javascript:alert(1)"}');
        const answer = this.answer(
          method,
          url,
          JSON.parse(Buffer.concat(parts).toString() || '{}'),
        );
        if (this.losesAnswers) return void response.destroy();
        response
          .writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer ?? {}));
      });
    });
    await new Promise<void>((ready) => this.server?.listen(0, '127.0.0.1', ready));
    const { port } = this.server.address() as AddressInfo;
    setForFile({ PROCTOR_URL: `http://127.0.0.1:${port}/proctor` });
    setForFile({ EXAM_PLATFORM_URL: `http://127.0.0.1:${port}/exams` });
  }

  private answer(
    method: string,
    url: string,
    body: { reference: string; startUrl: string; kind: string; exam?: object },
  ): object | null {
    const [, area, what, id] = url.split('/');
    if (area === 'exams') {
      if (what === 'launches') {
        const run = `${body.kind}/${body.reference}`;
        this.launches.set(run, 'started');
        this.launchedWith.set(run, [...(this.launchedWith.get(run) ?? []), body]);
      }
      const key =
        what === 'launches' ? `${body.kind}/${body.reference}` : url.slice('/exams/runs/'.length);
      const status = this.launches.get(key);
      return status === undefined ? null : { status, url: `https://exams.test/${key}` };
    }
    if (method === 'GET' && what?.startsWith('bookings?reference=')) {
      const booking = this.bookings.get(
        decodeURIComponent(what.slice('bookings?reference='.length)),
      );
      return booking ? [booking] : [];
    }
    if (id === undefined) {
      const before = this.bookings.get(body.reference);
      const booking = {
        proctorUuid: before?.proctorUuid ?? randomUUID(),
        status: 'booked',
        startUrl: body.startUrl,
        exam: body.exam,
      };
      this.bookings.set(body.reference, booking);
      return { ...booking, url: 'https://proctor.test/first' };
    }
    const booking = [...this.bookings.values()].find(({ proctorUuid }) => proctorUuid === id);
    if (booking && method === 'DELETE') booking.status = 'cancelled';
    return booking ? { ...booking, url: `https://proctor.test/${randomUUID()}` } : null;
  }

  of(uuid: string | undefined) {
    return [...this.bookings.values()].find(({ proctorUuid }) => proctorUuid === uuid) as {
      status: string;
      startUrl: string;
    };
  }
}

/** The database of the test file, there once `inOnlineWorld` has begun. */
export let world: World;
export const partners = new Partners();

/** Gives a test file its database and both partners, and sweeps the invariants at its end. */
export function inOnlineWorld(): void {
  beforeAll(async () => {
    setForFile({ PROCTOR_SECRET: SECRET });
    setForFile({ EXAM_PLATFORM_SECRET: SECRET });
    setForFile({ PUBLIC_URL: 'https://portal.test' });
    [world] = await Promise.all([aWorld(), partners.open()]);
  });
  beforeEach(() => {
    partners.fails = null;
  });
  afterAll(async () => {
    expect(await brokenInvariants(world.db)).toEqual({});
    partners.server?.close();
    await world.close();
  });
}

const online = { contentCode: 'C-1', examProctorCode: 'P-1' };
export interface Made {
  studentId: number;
  examId: number;
  registrationId: number;
  ids: { examId: number; registrationId: number };
  as: (options?: { now?: Date; key?: string }) => Call;
}

/**
 * A registration of an exam that can be taken online, its proctor fee paid unless said otherwise.
 */
export async function made(
  exam: object = {},
  isPaid = true,
  student: Parameters<typeof aStudent>[1] = {},
): Promise<Made> {
  const studentId = aStudent(world, student);
  const examId = anExam(world, { ...online, ...exam });
  const { id: registrationId } = await aRegistration(world, { studentId, examId, isPaid });
  const ids = { examId, registrationId };
  return {
    studentId,
    examId,
    registrationId,
    ids,
    as: (options) => asStudent(world.db, studentId, options),
  };
}

export const stateOf = async ({ studentId }: Made) => (await statesOf(world.db, studentId))[0];
export const paymentsOf = async ({ registrationId }: Made) =>
  (
    await world.db.many<
      Pick<tables.ProctorPayment, 'state'>
    >`SELECT state FROM proctor_payment WHERE registration_id = ${registrationId} ORDER BY id`
  ).map(({ state }) => state);
export const keyIn = (url: string) => {
  const read = JSON.parse(Buffer.from(url.split('/').at(-1) ?? '', 'base64url').toString());
  return {
    studentId: read.student_id,
    examId: read.exam_id,
    registrationId: read.registration_id,
    token: read.token,
  };
};

export function signed(body: object | string, { at = steadyNow(), secret = SECRET } = {}) {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const t = Math.floor(at.getTime() / 1000);
  const hmac = createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex');
  return { body: raw, signature: `t=${t},v1=${hmac}` };
}
export const report = (
  proctorUuid: string,
  kind: string,
  { eventId = randomUUID(), at = steadyNow() } = {},
) =>
  takeProctoringReport(
    asPublic(world.db),
    signed({ eventId, proctorUuid, kind, at: at.toISOString() }),
  );
export const platformReport = (
  registrationId: number,
  kind: string,
  eventId: string = randomUUID(),
) =>
  takePlatformReport(
    asPublic(world.db),
    signed({ eventId, registrationId, kind, at: steadyNow().toISOString() }),
  );

/** Books a sitting and lets the student in. */
export async function letIn(exam: object = {}) {
  const one = await made(exam);
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  await report(proctorUuid, 'let_in');
  return { ...one, proctorUuid, start: keyIn(partners.of(proctorUuid).startUrl) };
}
