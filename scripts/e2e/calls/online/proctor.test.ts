import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  addStudentExamToProctor,
  checkOnlineAccess,
  setProctorReserved,
} from '@portal/contract/sessions/online';
import { cancelSession } from '@portal/contract/sessions/sessions';
import { mailTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import {
  asProctor,
  bookingOf,
  proctored,
  readyOnline,
  start,
  startLinkOf,
} from '../../exams/online.ts';
import { examThat, registered } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

afterEach(() => mendPartners());

describe('addStudentExamToProctor', () => {
  test('books the sitting, uses the fee, sends an email, and gives a link', async () => {
    const ready = await readyOnline();
    const booked = await proctored(ready);
    expect(addStudentExamToProctor.answer.safeParse(booked).error).toBeUndefined();
    expect(booked).toMatchObject({
      examProctorCode: ready.exam.examProctorCode,
      exam: {
        status: 'scheduled',
        sessionType: '99',
        testSessionId: booked.sessionId,
        proctorUuid: booked.proctorUuid,
        proctor_fee_price: 0,
      },
    });
    expect((await fetch(booked.url)).status).toBe(200);
    expect((await mailTo(ready.email, /booked with the proctor/)).text).toContain(
      ready.exam.subject,
    );
  });

  test('is cancelled with the session, at the proctoring service too', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const link = await startLinkOf(proctorUuid);
    expect(
      (await ready.person.do(cancelSession, { registrationId: ready.registrationId })).proctorFee,
    ).toBe(0);
    await until(
      () => bookingOf(proctorUuid),
      ({ status }) => status === 'cancelled',
    );
    expect(refusal(await start(link))).toMatchObject({ status: 403, code: 'start_key_invalid' });
    expect((await proctored(ready)).proctorUuid).not.toBe(proctorUuid);
  });

  // registration tries each refusal on rows: booking/online/proctored-exam
  test('refuses until the fee is paid', async () => {
    const { person, ids } = await readyOnline({ isPaid: false });
    const answer = await person.ask(addStudentExamToProctor, ids, randomUUID());
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test("refuses staff, and other students' registrations", async () => {
    const [mine, other, admin] = await Promise.all([
      readyOnline(),
      readyOnline(),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    expect(
      refusal(await admin.ask(addStudentExamToProctor, { ...mine.ids, student_id: mine.id })),
    ).toMatchObject({
      status: 403,
      code: 'staff_cannot_start',
    });
    expect(refusal(await mine.person.ask(addStudentExamToProctor, other.ids))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test.each(['error', 'garbage', 'down'] as const)(
    'responds with an error when proctoring fails (%s); the next call books',
    async (mode) => {
      const ready = await readyOnline();
      await breakPartner({ partner: 'proctor', mode });
      expect(
        refusal(await ready.person.ask(addStudentExamToProctor, ready.ids, randomUUID())),
      ).toEqual({
        status: 502,
        code: 'proctor_failed',
        detail: 'There was an error loading your exam. Please try again.',
      });
      await mendPartners();
      expect((await proctored(ready)).exam.status).toBe('scheduled');
    },
  );
});

test('a slow proctoring service delays its own calls, and no others', async () => {
  const [ready, other] = await Promise.all([readyOnline(), aStudent({ credits: 8 })]);
  const exam = await examThat(other.person);
  await breakPartner({ partner: 'proctor', mode: 'slow', ms: 30_000 });
  const response = ready.person.ask(addStudentExamToProctor, ready.ids, randomUUID());
  const first = await Promise.race([
    response.then(() => 'proctor'),
    registered(other.person, exam).then(() => 'registered'),
  ]);
  expect(first).toBe('registered');
  await mendPartners();
  expect((await response).status).toBe(200);
});

describe('setProctorReserved', () => {
  test('stores the time of an existing booking', async () => {
    const ready = await readyOnline();
    const { registrationId } = ready;
    expect(refusal(await ready.person.ask(setProctorReserved, { registrationId }))).toMatchObject({
      status: 409,
      code: 'no_proctor_booking',
    });
    await proctored(ready);
    for (let times = 0; times < 2; times++)
      expect(await ready.person.do(setProctorReserved, { registrationId })).toMatchObject({
        proctor_reserved: true,
        exam: { proctor_reserved: true, status: 'scheduled' },
      });
    const other = await readyOnline();
    expect(refusal(await other.person.ask(setProctorReserved, { registrationId }))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});

describe('checkOnlineAccess', () => {
  test("returns the proctor's admission, at most twenty times a minute", async () => {
    const ready = await readyOnline();
    const poll = () => ready.person.ask(checkOnlineAccess, { regId: ready.registrationId });
    const { proctorUuid } = await proctored(ready);
    expect((await poll()).body).toEqual({
      onlineAccess: false,
      online_exam_started: null,
      examTaken: false,
    });
    await asProctor(proctorUuid, 'let_in');
    await until(poll, ({ body }) => body.onlineAccess, 15, 1500);
    const answers = await Promise.all(Array.from({ length: 25 }, poll));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(4);
  });

  test("does not find another student's registration", async () => {
    const [mine, other] = await Promise.all([readyOnline(), readyOnline()]);
    expect(
      refusal(await mine.person.ask(checkOnlineAccess, { regId: other.registrationId })),
    ).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
