import { createHash, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import {
  getCoopersmithAssignments,
  getStudentCccId,
  uploadCoopersmithAssignment,
} from '@portal/contract/courses/assignments';
import { sql } from '../../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import {
  anEssay,
  assignmentIds,
  atCoopersmith,
  handIn,
  inCourse,
} from '../../../exams/assignments.ts';
import type { Ready } from '../../../exams/online.ts';
import { rowOf } from '../../../exams/registrations.ts';
import { sweep } from '../../../invariants/invariants.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';

const boundary = 'the-form-of-a-fault-test';

/** Returns the bytes of a form with a file, as a browser sends it. */
function formOf({ registrationId }: Ready, assignmentId: number, content: Buffer): Buffer {
  const field = (name: string, value: number) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="assignment"; ` +
    'filename="essay.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
  const before = field('regId', registrationId) + field('studentAssignmentId', assignmentId) + head;
  return Buffer.concat([Buffer.from(before), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/**
 * Sends the head of an upload and so many bytes of its body; the caller decides how the connection
 * ends.
 */
async function sendPart(
  { person }: Ready,
  key: string,
  body: Buffer,
  bytes: number,
): Promise<Socket> {
  const { hostname, port, host } = new URL(person.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST ${uploadCoopersmithAssignment.path} HTTP/1.1`,
    `Host: ${host}`,
    `Cookie: sid=${person.cookie('sid')}`,
    `Idempotency-Key: ${key}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  await new Promise<void>((sent, failed) => {
    socket.once('error', failed);
    socket.write(`${head}\r\n\r\n`);
    socket.write(body.subarray(0, bytes), () => sent());
  });
  socket.removeAllListeners('error').on('error', () => {}); // the test breaks the connection
  return socket;
}

/** Returns all traces of an upload: here, at the vendor, and in the student's list. */
async function tracesOf(ready: Ready) {
  const { person, registrationId, ids, exam } = ready;
  const { cccId } = await person.do(getStudentCccId, { examId: exam.id });
  const [here, list, row, vendor] = await Promise.all([
    sql<{ file_name: string | null }>(
      'registration',
      'SELECT file_name FROM assignment WHERE registration_id = $1 AND file_name IS NOT NULL',
      [registrationId],
    ),
    person.do(getCoopersmithAssignments, { registrationId, examId: ids.examId }),
    rowOf(person, exam.id),
    atCoopersmith(cccId, registrationId),
  ]);
  return {
    here: here.map(({ file_name }) => file_name),
    shown: list.assignments.filter((one) => one.studentAssignmentUploaded).length,
    hasStarted: row.online_ampeducator_assignments_started !== null,
    atVendor: vendor.assignments.flatMap(({ file }) => (file === null ? [] : [file.sha256])),
  };
}
const nothing = { here: [], shown: 0, hasStarted: false, atVendor: [] };
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const essay = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(3_000_000, 'an essay that is cut off '),
]);

/** F22: an upload ends half-way. */
export function cutUploads(hurt: () => HurtPortal): void {
  test('F22: an upload cut off at any point leaves nothing; the next try succeeds', async () => {
    const { temporaryFiles } = hurt();
    const ready = await inCourse();
    const [id = 0] = await assignmentIds(ready);
    const body = formOf(ready, id, essay);
    const key = randomUUID();
    for (const bytes of [60, body.length / 2, body.length - 1])
      (await sendPart(ready, key, body, Math.floor(bytes))).destroy();
    (await sendPart(ready, key, body, Math.floor(body.length / 3))).end(); // closed properly
    expect(await tracesOf(ready)).toEqual(nothing);
    expect(await sql('registration', 'SELECT 1 FROM idempotency WHERE key = $1', [key])).toEqual(
      [],
    );

    const answer = await handIn(
      ready,
      id,
      new File([essay], 'essay.pdf', { type: 'application/pdf' }),
      key,
    );
    expect(answer).toMatchObject({ status: 200, body: { onlineAssignmentUploaded: true } });
    expect(await tracesOf(ready)).toEqual({
      here: ['essay.pdf'],
      shown: 1,
      hasStarted: true,
      atVendor: [sha256(essay)],
    });
    expect(temporaryFiles()).toEqual([]);
    await sweep();
  });
}

/** F22: the answer to an upload is lost; the control is an upload that arrives. */
export function lostUploads(): void {
  test('F22: a file whose answer is lost is there once, and the next try succeeds', async () => {
    const ready = await inCourse();
    const [id = 0] = await assignmentIds(ready);
    const key = randomUUID();
    await breakPartner({ partner: 'coopersmith', mode: 'drop-after-charge', count: 1 });
    try {
      expect(await handIn(ready, id, anEssay(), key)).toMatchObject({
        status: 502,
        body: { code: 'coopersmith_failed' },
      });
    } finally {
      await mendPartners();
    }
    expect(await handIn(ready, id, anEssay(), key)).toMatchObject({
      status: 200,
      body: { onlineAssignmentUploaded: true },
    });
    const traces = await tracesOf(ready);
    expect([traces.shown, traces.atVendor.length]).toEqual([1, 1]);
    await sweep();
  });

  test('F22, control: the traces show an upload that was sent to its end', async () => {
    const ready = await inCourse();
    const [id = 0] = await assignmentIds(ready);
    const body = formOf(ready, id, essay);
    const socket = await sendPart(ready, randomUUID(), body, body.length);
    await until(
      () => tracesOf(ready),
      ({ atVendor, here }) => atVendor.join() === sha256(essay) && here.length === 1,
    );
    socket.destroy();
    await sweep();
  });
}
