import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { joinWaitingList } from '@portal/contract/sessions/waiting-list';
import { isPlain, put } from '../../exams/registrations.ts';
import { aSession, beginSession, callOff, lateStart, startIn } from '../../exams/sessions.ts';
import { grantAccommodation } from '../../people/accommodations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { book } from './ready-to-book.ts';
import {
  aFullSession,
  another,
  type Candidate,
  inLine,
  isCourse,
  join,
  office,
  paid,
  wanting,
} from './waiting-lines.ts';

describe('joinWaitingList', () => {
  test('adds the student to the end of the line, free of charge', async () => {
    const [first, second] = await Promise.all([wanting(), wanting()]);
    const testSessionId = await aFullSession();
    await inLine(first, testSessionId);
    const { status, body } = await join(second, testSessionId);
    expect(status).toBe(200);
    expect(joinWaitingList.answer.parse(body).entry).toMatchObject({
      testSessionId,
      registrationId: second.registrationId,
      studentId: second.id,
      studentName: '',
      examId: second.exam.id,
      subject: second.exam.subject,
      position: 2,
      state: 'waiting',
      offeredAt: null,
      offerUntil: null,
      needsSpecial: false,
      skipped: null,
    });
  });

  test('joins once for repeated calls with one key', async () => {
    const { person, registrationId } = await wanting();
    const [input, key] = [{ registrationId, testSessionId: await aFullSession() }, randomUUID()];
    const { entry } = await person.do(joinWaitingList, input, key);
    expect((await person.do(joinWaitingList, input, key)).entry).toEqual(entry);
  });

  test('sends men to the office, which adds them to the line', async () => {
    const man = await wanting({ gender: '1' });
    const testSessionId = await aFullSession();
    expect(refusal(await join(man, testSessionId))).toEqual({
      status: 403,
      code: 'call_office',
      detail: 'Please call the office to book this session.',
    });
    const { registrationId, id: student_id, lastName } = man;
    const { entry } = await (await office()).do(joinWaitingList, {
      registrationId,
      testSessionId,
      student_id,
    });
    expect(entry).toMatchObject({
      position: 1,
      studentName: `Edna ${lastName}`,
    });
  });

  test('refuses a session with free seats, and a second entry for one session', async () => {
    const student = await wanting();
    expect(refusal(await join(student, await aSession({ seats: 1 })))).toEqual({
      status: 409,
      code: 'has_places',
      detail: 'This session has places. You can book it now.',
    });
    const { testSessionId } = await inLine(student, await aFullSession());
    expect(refusal(await join(student, testSessionId))).toEqual({
      status: 409,
      code: 'already_waiting',
      detail: 'You are already on this waiting list.',
    });
  });

  test('refuses a fourth session for one exam', async () => {
    const student = await wanting();
    const [fourth, ...sessions] = await Promise.all([1, 2, 3, 4].map(() => aFullSession()));
    for (const testSessionId of sessions) await inLine(student, testSessionId);
    expect(refusal(await join(student, fourth as number))).toEqual({
      status: 409,
      code: 'too_many_waiting',
      detail: 'You can wait for 3 sessions for one exam and for 10 in all.',
    });
  });

  test('refuses sessions without a waiting list, or with a closed one', async () => {
    const student = await wanting();
    const school = { sessionType: '22', schoolId: 151, locationId: undefined };
    for (const about of [{}, school])
      expect(refusal(await join(student, await aSession(about)))).toEqual({
        status: 409,
        code: 'no_waiting_list',
        detail: 'This session has no waiting list.',
      });
    const calledOff = await aFullSession();
    await callOff(calledOff);
    // the list closes at the end of its day, and offers end two hours before the start
    const startsAt = startIn(1.5);
    const soon = await aFullSession({ startsAt, closingDate: newYorkDay(startsAt) });
    const begun = await aFullSession({ startsAt, closingDate: newYorkDay(startsAt) });
    await beginSession(begun);
    for (const testSessionId of [
      soon,
      begun,
      await aFullSession({ inHours: 3 }),
      await aFullSession({ closedByStaff: true }),
      calledOff,
    ])
      expect(refusal(await join(student, testSessionId))).toEqual({
        status: 409,
        code: 'waiting_closed',
        detail: 'The waiting list of this session is closed.',
      });
  });

  test.each<{
    code: string;
    status: number;
    bring: (student: Candidate) => Promise<number>;
  }>([
    {
      code: 'registration_denied',
      status: 403,
      async bring({ id }) {
        await barStudent(id, {
          deniedRegistration: true,
          buyingStopped: false,
        });
        return aFullSession();
      },
    },
    {
      code: 'exam_started',
      status: 409,
      async bring({ registrationId }) {
        await put(registrationId, `status = 'online_started', session_type = '99'`, {
          sitting: 'online_exam_started = now()',
        });
        return aFullSession();
      },
    },
    {
      code: 'same_session',
      status: 409,
      async bring({ person, registrationId }) {
        const testSessionId = await aSession({ seats: 1 });
        await book(person, registrationId, testSessionId);
        return testSessionId;
      },
    },
    {
      code: 'office_only',
      status: 403,
      async bring({ person, registrationId }) {
        const begun = await aSession({ inHours: 1 });
        await book(person, registrationId, begun);
        await beginSession(begun);
        return aFullSession();
      },
    },
    {
      code: 'call_office',
      status: 403,
      bring: () => aFullSession({ gender: '1' }),
    },
    {
      code: 'no_room_for_accommodation',
      status: 409,
      async bring({ id }) {
        await grantAccommodation(id, 'own_room');
        return aFullSession();
      },
    },
    {
      code: 'session_not_found',
      status: 404,
      bring: async () => 2_000_000_003,
    },
  ])('refuses sessions that could not be booked either: $code', async ({ code, status, bring }) => {
    const student = await paid();
    expect(refusal(await join(student, await bring(student)))).toMatchObject({
      status,
      code,
    });
  });

  test('refuses a session too short for the accommodations', async () => {
    const student = await wanting({}, (exam) => exam.examDuration >= 120 && isPlain(exam));
    await grantAccommodation(student.id, 'extra_time');
    expect(
      refusal(await join(student, await aFullSession({ startsAt: lateStart() }))),
    ).toMatchObject({ status: 409, code: 'session_too_short' });
  });

  test('refuses a second exam when the first fills or overlaps the session', async () => {
    const first = await paid();
    const startsAt = startIn(500);
    const [full, there] = await Promise.all([
      aSession({ startsAt, seats: 1, limitTo1Test: true }),
      aFullSession({ startsAt, locationId: 11 }),
    ]);
    await book(first.person, first.registrationId, full);
    const second = { ...first, ...(await another(first.person)) };
    expect(refusal(await join(second, full))).toMatchObject({
      status: 409,
      code: 'session_booked_up',
    });
    expect(refusal(await join(second, there))).toMatchObject({
      status: 409,
      code: 'time_overlap',
    });
  });

  test('refuses online-only exams, and courses not completed or completed late', async () => {
    const [online, course] = await Promise.all([
      wanting(
        {},
        (exam) =>
          exam.online_only &&
          exam.program_content_code === null &&
          exam.phonesystem_active &&
          exam.fitRequirements,
      ),
      wanting({}, (exam) => isCourse(exam) && exam.vendor_id === 3),
    ]);
    const testSessionId = await aFullSession();
    expect(refusal(await join(online, testSessionId))).toMatchObject({
      status: 409,
      code: 'online_only',
    });
    expect(refusal(await join(course, testSessionId))).toMatchObject({
      status: 409,
      code: 'course_not_completed',
    });
    await put(
      course.registrationId,
      `status = 'course_completed', online_program_started = now() - interval '7 months',
        online_program_completed = now() - interval '1 month'`,
    );
    expect(refusal(await join(course, testSessionId))).toMatchObject({
      status: 409,
      code: 'course_time_over',
    });
  });

  test("does not find an unknown registration, or another account's", async () => {
    const [{ person }, other, testSessionId] = await Promise.all([
      aStudent(),
      wanting(),
      aFullSession(),
    ]);
    for (const registrationId of [2_000_000_002, other.registrationId])
      expect(refusal(await join({ person, registrationId }, testSessionId))).toMatchObject({
        status: 404,
        code: 'registration_not_found',
      });
  });

  test('refuses support staff', async () => {
    const [support, { id: student_id, registrationId }] = await Promise.all([
      signedInStaff('ROLE_SUPPORT'),
      wanting(),
    ]);
    const input = {
      registrationId,
      testSessionId: await aFullSession(),
      student_id,
    };
    expect(refusal(await support.ask(joinWaitingList, input, randomUUID()))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});
