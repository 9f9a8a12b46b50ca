import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { getMyData, requestMyData, type StudentData } from '@portal/contract/students/my-data';
import { sql } from '../../../../portal/databases.ts';
import { mailsTo, mailTo } from '../../../../portal/mails.ts';
import { until } from '../../../../portal/until.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { aStudent, type SignedIn } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';

const SECONDS = 60;
const EVERY_MS = 150;
const services = ['identity', 'payments', 'registration', 'schools', 'seminary', 'transcripts'];

/** Requests the data as the page does, again with the same key until there is an answer. */
async function requestData({ person }: SignedIn): Promise<string> {
  const key = randomUUID();
  const answer = await until(
    () => person.ask(requestMyData, {}, key).catch(() => null),
    (given) => given?.status === 202,
    SECONDS,
    EVERY_MS,
  );
  return answer?.body.requestId as string;
}

const requestsOf = ({ id }: SignedIn) =>
  sql<{ id: string; ready: boolean }>(
    'identity',
    'SELECT id, ready_at IS NOT NULL AS ready FROM data_request WHERE student_id = $1',
    [id],
  );

/** Returns the one request of the student, once it is ready. */
const whole = (student: SignedIn) =>
  until(
    () => requestsOf(student),
    (rows) => rows.length > 0 && rows.every(({ ready }) => ready),
    SECONDS,
    EVERY_MS,
  );

/** There is one request, with the student's rows of every service, and one mail announces it. */
async function expectWholeOnce(student: SignedIn, mark: string): Promise<void> {
  const requests = await whole(student);
  const requestId = requests[0]?.id;
  const fetched = await until(
    () => student.person.ask(getMyData, { requestId, format: 'json' }).catch(() => null),
    (answer) => answer?.status === 200,
    SECONDS,
    EVERY_MS,
  );
  const data = fetched?.body as unknown as StudentData;
  const rowsOf = (service: string, name: string) =>
    data.services
      .find((one) => one.service === service)
      ?.tables.filter((one) => one.name === name)
      .flatMap(({ rows }) => rows);
  expect([mark, requests.length, data.services.map(({ service }) => service)]).toEqual([
    mark,
    1,
    services,
  ]);
  expect([mark, rowsOf('identity', 'student'), rowsOf('payments', 'lot')]).toEqual([
    mark,
    [
      expect.objectContaining({
        last_name: student.lastName,
        dob: student.dob,
      }),
    ],
    [expect.objectContaining({ bought: 2 })],
  ]);
  await mailTo(student.email, 'Your data is ready');
  const mails = await mailsTo(student.email);
  const ofData = mails.filter(({ subject }) => subject === 'Your data is ready');
  expect([mark, ofData.length]).toEqual([mark, 1]);
}

/** Kill -9 of identity at the steps of an export, and of an owner before it is called. */
export function exportKills(hurt: () => HurtPortal): void {
  test('identity that dies during an export includes each service and mails once', async () => {
    await killedEverywhere(hurt(), {
      steps: new RegExp(
        '^identity exportStudent\\.(begin\\.commit|identity\\.before|payments\\.(ran|after)|' +
          'transcripts\\.ran|ready\\.(commit|after))$',
      ),
      atLeast: 7,
      prepare: () => aStudent({ credits: 2 }),
      act: (student) => requestData(student).then(() => whole(student)),
      expectDoneOnce: expectWholeOnce,
    });
  });

  test('an owner that is killed before an export reads it contributes afterwards', async () => {
    const { portal, stopAt, standsStill } = hurt();
    await portal.ready();
    const student = await aStudent({ credits: 2 });
    stopAt('identity exportStudent.payments.before');
    // identity may still hold the answer when it stops, and sends it once it continues
    const answered = requestData(student);
    try {
      await standsStill('identity');
      portal.kill('payments');
    } finally {
      portal.kill('identity', 'SIGCONT');
    }
    await answered;
    await expectWholeOnce(student, 'payments killed');
    await sweep();
  });
}
