import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  changeRegistrationToOnline,
  getOotSessionInfo,
  getSchoolSessions,
  SchoolSession,
  Session,
  scheduleSessionForRegistration,
} from '@portal/contract/sessions/sessions';
import * as z from 'zod';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { examThat, isPlain, registered, rowOf } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

const SCHOOL = 209;
const ofSchool = (more: object = {}) =>
  aSession({ sessionType: '22', schoolId: SCHOOL, locationId: undefined, ...more });
const shipped = (more: object = {}) =>
  aSession({
    sessionType: '23',
    locationId: undefined,
    title: 'Mrs. Gold',
    firstName: 'Ann',
    lastName: 'Gold',
    phone: '845-555-0100',
    address: '1 Far Road, Toronto',
    shipDate: '2099-01-01',
    returnDueDate: '2099-02-01',
    lastDate: '2099-01-20',
    ...more,
  });

/** Creates a student with an exam that the office has put into a session. */
async function seated(sessionId: number, { schoolId = SCHOOL as number | undefined } = {}) {
  const [student, admin] = await Promise.all([
    aStudent({ credits: 8, ...(schoolId === undefined ? {} : { schoolId }) }),
    signedInStaff('ROLE_ADMIN'),
  ]);
  const { exam, registrationId } = await registered(
    student.person,
    await examThat(student.person, isPlain),
  );
  await sql(
    'registration',
    `INSERT INTO proctor_payment (registration_id, payment_id, cents, state)
     VALUES ($1, NULL, 0, 'held')`,
    [registrationId],
  );
  await admin.do(scheduleSessionForRegistration, {
    registrationId,
    sessionId,
    student_id: student.id,
  });
  return { ...student, admin, exam, registrationId };
}
const toOnline = (registrationId: number, student_id: number) => ({
  registrationId,
  student_id,
  adminCancelReason: 5,
});

describe('getOotSessionInfo', () => {
  test('gives students of the session the address for papers and the contact', async () => {
    const sessionId = await shipped();
    const { person, id: student_id, admin } = await seated(sessionId, { schoolId: undefined });
    const session = await person.do(getOotSessionInfo, { sessionId });
    expect(Session.safeParse(session).error).toBeUndefined();
    expect(session).toMatchObject({
      testSessionId: sessionId,
      sessionType: '23',
      hasASeat: true,
      title: 'Mrs. Gold',
      firstName: 'Ann',
      lastName: 'Gold',
      phone: '845-555-0100',
      address: '1 Far Road, Toronto',
      shipDate: '2099-01-01',
      returnDueDate: '2099-02-01',
      session_last_date: '2099-01-20',
    });
    expect(await admin.do(getOotSessionInfo, { sessionId, student_id })).toEqual(session);
  });

  test('does not find sessions of another kind or without the student', async () => {
    const [{ person, id: student_id }, admin, sessionId, atBranch] = await Promise.all([
      aStudent(),
      signedInStaff('ROLE_ADVISOR'),
      shipped(),
      aSession(),
    ]);
    expect(refusal(await person.ask(getOotSessionInfo, { sessionId }))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    expect(refusal(await person.ask(getOotSessionInfo, { sessionId: atBranch }))).toMatchObject({
      status: 404,
      code: 'session_not_found',
    });
    expect((await admin.ask(getOotSessionInfo, { sessionId, student_id })).status).toBe(200);
    expect((await admin.ask(getOotSessionInfo, { sessionId: atBranch, student_id })).status).toBe(
      404,
    );
  });
});

describe('getSchoolSessions', () => {
  test('gives students future sessions of their school, and staff the past year too', async () => {
    const [coming, past] = await Promise.all([ofSchool(), ofSchool({ inHours: -30 * 24 })]);
    const { person, admin } = await seated(coming);
    const own = z.array(Session).parse(await person.do(getSchoolSessions, { schoolId: SCHOOL }));
    expect(own.find(({ testSessionId }) => testSessionId === coming)).toMatchObject({
      sessionType: '22',
      schoolId: SCHOOL,
      hasASeat: true,
    });
    expect(own.map(({ testSessionId }) => testSessionId)).not.toContain(past);
    const all = z
      .array(SchoolSession)
      .parse(await admin.do(getSchoolSessions, { schoolId: SCHOOL }));
    expect(all.find(({ id }) => id === coming)).toMatchObject({
      testSessionId: coming,
      schoolId: SCHOOL,
      closed: false,
      studentCount: 1,
    });
    expect(all.find(({ id }) => id === past)).toMatchObject({ closed: true, studentCount: 0 });
    expect(all.map(({ date }) => date)).toEqual(all.map(({ date }) => date).sort());
  });

  test('limits students and school admins to their own school', async () => {
    const [{ person }, schoolAdmin] = await Promise.all([
      aStudent({ schoolId: SCHOOL }),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: SCHOOL }),
    ]);
    for (const one of [person, schoolAdmin]) {
      expect((await one.ask(getSchoolSessions, { schoolId: SCHOOL })).status).toBe(200);
      expect(refusal(await one.ask(getSchoolSessions, { schoolId: 151 }))).toEqual({
        status: 404,
        code: 'school_not_found',
        detail: 'No school found',
      });
    }
  });
});

describe('changeRegistrationToOnline', () => {
  test('removes an exam from its school session once per key, and emails the student', async () => {
    const sessionId = await ofSchool();
    const { person, id, email, admin, exam, registrationId } = await seated(sessionId);
    const key = randomUUID();
    const changed = await admin.do(changeRegistrationToOnline, toOnline(registrationId, id), key);
    expect(changed).toMatchObject({
      sessionId,
      exam: {
        id: exam.id,
        status: 'registered',
        sessionType: '99',
        testSessionId: null,
        proctor_fee_price: 0,
        admin_cancel_session_id: sessionId,
        admin_cancel_session_reason_code: 'CP',
      },
    });
    expect(await admin.do(changeRegistrationToOnline, toOnline(registrationId, id), key)).toEqual(
      changed,
    );
    // the same row except the actions of each of the two
    expect({ ...(await rowOf(person, exam.id)), actions: [] }).toEqual({
      ...changed.exam,
      actions: [],
    });
    expect((await mailTo(email, /online/i)).subject).toBe(
      `Please take your exam ${exam.subject} online`,
    );
  });

  test('does not find a registration of a student other than the named one', async () => {
    const [{ admin, registrationId }, other] = await Promise.all([
      seated(await ofSchool()),
      aStudent(),
    ]);
    expect(
      refusal(await admin.ask(changeRegistrationToOnline, toOnline(registrationId, other.id))),
    ).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
