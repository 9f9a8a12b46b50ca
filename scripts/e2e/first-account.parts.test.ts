// An installation without demo data, from its first staff account to the first exam that is sold.
//
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { saveExam } from '@portal/contract/catalogue/office-exam';
import { setPrice } from '@portal/contract/catalogue/office-price';
import { newYorkDay } from '@portal/contract/days';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import { registerAndBook } from '@portal/contract/purchases/register-and-book';
import { addOfficeSession } from '@portal/contract/sessions/office-sessions';
import { getOpenedSessions } from '@portal/contract/sessions/sessions';
import { addSecondFactor } from '@portal/contract/staff/security';
import {
  adminLogin,
  adminResetPassword,
  confirmToken,
  login,
  register,
  resetPassword,
} from '@portal/contract/students/auth';
import { addStudent } from '@portal/contract/students/enrol';
import { getCreditsInfo } from '@portal/contract/students/student';
import { steadyNow } from '@portal/kit/steady-clock';
import { setForFile } from '@portal/kit/testing/after-test';
import { firstStartWarnings } from '../portal/first-start.ts';
import { linkIn, mailTo } from '../portal/mails.ts';
import { until } from '../portal/until.ts';
import { Person } from '../portal-user/person.ts';
import { ROOT } from '../start/paths.ts';
import type { Portal } from '../start/portal-handle.ts';
import { startPortal } from '../start/start-portal.ts';
import { FIRST_START } from '../test/demo-data.ts';
import { NOTHING_LASTS } from '../test/servers.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { refusal } from './calls/every-call/refusal.ts';
import { aBranch } from './exams/branches.ts';
import { someCard } from './exams/registrations.ts';
import { aForm } from './people/non-members.ts';
import { appCode } from './people/second-factor/authenticator.ts';

const dataDir = temporaryFolder('first-account');
const RUTH = 'ruth@jse.test';
const PASSWORD = 'First4Account!';
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({
    env: {
      SEED: 'none',
      PORT: '0',
      MAIL_PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: dataDir,
      TEST_CLOCK_OFFSET_MS: process.env['TEST_CLOCK_OFFSET_MS'],
    },
    parts: { '*': FIRST_START },
    postgresSettings: NOTHING_LASTS,
  });
  setForFile(portal.env);
}, 300_000); // the first portal of a checkout builds the pages
afterAll(async () => {
  await portal?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs `npm run ops -- first-admin` as an operator does; returns the exit code and the output. */
function firstAdmin(): Promise<{ code: number | null; out: string; err: string }> {
  const words = ['first-admin', '--email', RUTH, '--name', 'Ruth Hoffman', '--data-dir', dataDir];
  const child = spawn(process.execPath, [join(ROOT, 'scripts/ops/main.ts'), ...words]);
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data));
  child.stderr.on('data', (data: Buffer) => (said.err += data));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })));
}

/** Follows the link in the mail, creates a password and signs in with an authenticator app. */
async function signedInFirstAdmin(): Promise<Person> {
  const link = linkIn(await mailTo(RUTH, 'Create your JSE password'));
  expect(link.path).toMatch(/^\/admin\/create\//);
  const person = new Person();
  await person.do(adminResetPassword, {
    userId: link.id,
    token: link.token,
    type: link.type,
    password: PASSWORD,
  });
  const answer = await person.do(adminLogin, { loginName: 'ruth', password: PASSWORD });
  expect(answer).toMatchObject({ secondFactor: { mustSetUp: true } });
  const { secret = '' } = await person.do(addSecondFactor, {
    step: 'begin',
    kind: 'totp',
    name: 'My phone',
  });
  const code = appCode(secret);
  await person.do(addSecondFactor, { step: 'finish', kind: 'totp', code });
  return person;
}

test('logs no warning and no stack trace at a first start without demo data', () => {
  expect(firstStartWarnings(dataDir)).toEqual([]);
});

test('gives an empty portal a first account that sells an exam and a session', async () => {
  expect(await firstAdmin()).toMatchObject({ code: 0, err: '' });
  expect(await firstAdmin()).toEqual({
    code: 3,
    out: '',
    err: 'There are staff accounts already.\n',
  });
  const ruth = await signedInFirstAdmin();

  // the office adds an exam, a branch with a session, and a student
  const { item: exam } = await ruth.do(saveExam, {
    subject: 'Ethics of the Fathers',
    vendorId: 1,
    secularNumber: 'TAL-101',
    credits: 3,
    durationMinutes: 90,
    onlineOnly: false,
    paperOnly: false,
    assignments: false,
    phonesystemActive: true,
    requiredExamIds: [],
    seminaryTesting: false,
  });
  const branch = await aBranch(ruth);
  const date = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 10 }).toString();
  await ruth.do(addOfficeSession, {
    sessionType: '21',
    locationId: branch.id,
    date,
    testSessionTime: '10:00',
    gender: '3',
    draft: false,
    confirmDay: true,
    seats: 10,
  });
  const { password: _, ...form } = aForm();
  await ruth.do(addStudent, { ...form, collegeId: 234, membershipTypeId: 2 });

  // the student signs up
  const { email, dob, last4ssn: ssn } = form;
  const student = new Person();
  await student.do(register, { email, dob, ssn });
  const { id, token, type } = linkIn(await mailTo(email, 'Create your JSE password'));
  await student.do(confirmToken, { studentId: id, token });
  await student.do(resetPassword, { studentId: id, token, type, password: PASSWORD });
  await student.do(login, { email, password: PASSWORD });

  // nothing is sold before the office sets the price of a credit
  expect(await student.do(getCreditsInfo, {})).toMatchObject({
    pricePerCredit: null,
    standardProctorFee: 15,
  });
  const [session] = await until(
    () => student.do(getOpenedSessions, {}),
    (sessions) => sessions.length === 1,
  );
  const order = { examId: exam.id, sessionId: session?.testSessionId ?? 0, numberOfCredits: 3 };
  const buy = async (amount: number) => ({ ...order, amount, ...(await someCard()) });
  expect(refusal(await student.askInTurn(registerAndBook, await buy(15), randomUUID()))).toEqual({
    status: 409,
    code: 'price_not_set',
    detail: 'Prices are not set yet. Please call the office.',
  });
  for (const [kind, amount] of [
    ['credit_member', 42],
    ['credit_nonmember', 52],
  ] as const)
    await ruth.do(setPrice, { kind, amount, validFrom: 'now', reason: 'The first price' });
  await until(
    () => student.do(getCreditsInfo, {}),
    ({ pricePerCredit }) => pricePerCredit === 52,
  );

  await student.do(registerAndBook, await buy(3 * 52 + 15));

  const { exams } = await student.do(getAllExamsAccordingStudent, {});
  expect(exams.find((one) => one.id === exam.id)).toMatchObject({
    status: 'scheduled',
    testSessionId: order.sessionId,
  });
}, 300_000);
