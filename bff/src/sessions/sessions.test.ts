import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/sessions/sessions';
import { conflict } from '@portal/kit/errors';
import {
  aPortal,
  aStaffSession,
  aStudentSession,
  type FakeServices,
  problemIn,
} from '../testing/portal.ts';
import { aLocation, anExam, aRegistration, aSession, catalogOf } from '../testing/records.ts';

const places = [
  aLocation({ id: 20, name: 'Lakewood' }),
  aLocation(),
  aLocation({ id: 30, name: 'Office', adminOnly: true }),
  aLocation({ id: 31, name: 'Closed', active: false }),
  aLocation({ id: 32, name: 'Program', seminaryStudyProgramIds: [40] }),
  aLocation({
    id: 33,
    name: 'By appointment',
    byAppointment: true,
    contactFirstName: 'Leah',
    contactLastName: 'Stein',
    phone: '1',
  }),
];
const withSessions = (
  sessions: FakeServices[string][string],
  programs: { programId: number; year: number }[] = [],
) =>
  aPortal({
    services: {
      catalog: catalogOf({ exams: [anExam()], locations: places }),
      registration: { sessions },
      seminary: { students: { listStudentPrograms: () => ({ programs }) } },
      schools: {
        schools: { listSchools: () => ({ schools: [{ id: 151, name: 'Bais Yaakov' }] }) },
      },
    },
  });
type Portal = Awaited<ReturnType<typeof withSessions>>;
const locationsOf = async (portal: Portal, who = aStudentSession()) =>
  contract.getAllActiveLocations.answer
    .parse(
      await (await portal.get('/api/getAllActiveLocations', await portal.signedIn(who))).json(),
    )
    .map(({ id }) => id);

test('a student sees their open locations by name; staff see all in use', async () => {
  const portal = await withSessions({});
  expect(await locationsOf(portal)).toEqual([33, 20, 13]);
  expect(await locationsOf(portal, aStaffSession('ROLE_SUPPORT'))).toEqual([33, 20, 13, 30, 32]);
});

test('a location of a programme is open to its students', async () => {
  const portal = await withSessions({}, [{ programId: 40, year: 2026 }]);
  expect(await locationsOf(portal)).toEqual([33, 20, 13, 32]);
});

test.each([
  { last: 20, opens: 20 },
  { last: undefined, opens: 13 },
  { last: 30, opens: 13 },
  { last: 31, opens: 13 },
])('after a last session at $last the picker opens at $opens', async ({ last, opens }) => {
  const portal = await withSessions({ getLastLocation: () => ({ locationId: last }) });
  const answer = await portal.get(
    '/api/getLastActiveLocation',
    await portal.signedIn(aStudentSession()),
  );
  expect(contract.getLastActiveLocation.answer.parse(await answer.json()).id).toBe(opens);
});

test('sessions are shown in the time of New York, with the names of where they are', async () => {
  const requests: unknown[] = [];
  const portal = await withSessions({
    listOpenSessions: (request: never) => {
      requests.push(request);
      return {
        sessions: [
          aSession(),
          aSession({
            id: 79,
            proctorFeeKeptUntil: undefined,
          }),
          aSession({ id: 78, startsAt: new Date('2026-01-11T02:30:00Z'), seatsLeft: undefined }),
          aSession({ locationId: 30 }),
        ],
      };
    },
  });
  const answer = await portal.get(
    '/api/getOpenedSessions?locationId=13',
    await portal.signedIn(aStudentSession()),
  );
  const shown = contract.getOpenedSessions.answer.parse(await answer.json());
  expect(shown).toMatchObject([
    {
      testSessionId: 77,
      date: '2026-07-10',
      testSessionTime: '09:30',
      locationName: 'Monsey',
      address: '1 Main St',
      remainingSeats: 2,
      durationLeft: 210,
      proctor_fee_kept_until: '2026-07-09T13:30:00.000Z',
    },
    { testSessionId: 79, proctor_fee_kept_until: null },
    {
      testSessionId: 78,
      date: '2026-01-10',
      testSessionTime: '21:30',
      remainingSeats: null,
      phone: null,
    },
  ]);
  expect(requests).toEqual([{ locationId: 13 }]);
});

test.each(['x', '0', '-1', '1e3', '99999999999', ''])(
  'a location "%s" is a malformed query',
  async (locationId) => {
    const portal = await withSessions({});
    const answer = await portal.get(
      `/api/getOpenedSessions?locationId=${locationId}`,
      await portal.signedIn(aStudentSession()),
    );
    expect([answer.status, await problemIn(answer)]).toMatchObject([
      400,
      { code: 'malformed', errors: [{ path: 'locationId' }] },
    ]);
  },
);

test('one session is shown with its contact, a school session with its school', async () => {
  const sessions = [
    aSession({ locationId: 33 }),
    aSession({ sessionType: '22', locationId: undefined, schoolId: 151, firstName: 'Rivka' }),
  ];
  const portal = await withSessions({
    getSession: () => ({ session: sessions.shift() }),
    listStudentSessions: () => ({ sessions }),
  });
  const cookie = await portal.signedIn(aStudentSession());
  const one = await portal.get('/api/getSession?sessionId=77', cookie);
  expect(contract.getSession.answer.parse(await one.json())).toMatchObject({
    by_appointment: true,
    firstName: 'Leah',
    lastName: 'Stein',
    phone: '1',
  });
  const own = await portal.get('/api/getSessionsByStudentId', cookie);
  expect(contract.getSessionsByStudentId.answer.parse(await own.json())).toMatchObject([
    { schoolId: 151, schoolName: 'Bais Yaakov', locationId: null, firstName: 'Rivka' },
  ]);
});

test('a booking answers with the exam, the session and the amount due', async () => {
  const requests: unknown[] = [];
  const portal = await withSessions({
    scheduleSession: (request: never) => {
      requests.push(request);
      return {
        registration: aRegistration({
          status: 'scheduled',
          sessionId: 77,
          branchId: 13,
          proctorFeeCents: 0,
        }),
        session: aSession({ hasASeat: true }),
      };
    },
  });
  const answer = await portal.post(
    '/api/scheduleSessionForRegistration',
    { registrationId: 9001, sessionId: 77 },
    await portal.signedIn(aStudentSession()),
  );
  expect(contract.scheduleSessionForRegistration.answer.parse(await answer.json())).toMatchObject({
    exam: { id: 101, status: 'scheduled', testSessionId: 77 },
    sessionId: 77,
    session: { hasASeat: true },
    proctorFee: 0,
  });
  expect(requests).toEqual([{ registrationId: 9001, sessionId: 77 }]);
});

test('a session that is full is refused with its sentence', async () => {
  const portal = await withSessions({
    scheduleSession: () => {
      throw conflict('session_full', 'Session full');
    },
  });
  const answer = await portal.post(
    '/api/scheduleSessionForRegistration',
    { registrationId: 9001, sessionId: 77 },
    await portal.signedIn(aStudentSession()),
  );
  expect(await problemIn(answer)).toMatchObject({
    status: 409,
    code: 'session_full',
    detail: 'Session full',
  });
});

test('a session given up answers with the minutes left in it', async () => {
  const requests: unknown[] = [];
  const portal = await withSessions({
    cancelSession: (request: never) => {
      requests.push(request);
      return { registration: aRegistration(), session: aSession({ minutesLeft: 90 }) };
    },
  });
  const body = { registrationId: 9001, adminCancelReason: 4, student_id: 12 };
  const answer = await portal.post(
    '/api/cancelSession',
    body,
    await portal.signedIn(aStaffSession('ROLE_TECH_SUPPORT')),
  );
  expect(contract.cancelSession.answer.parse(await answer.json())).toMatchObject({
    sessionId: 77,
    durationLeft: 90,
    proctorFee: 15,
  });
  expect(requests).toEqual([{ registrationId: 9001, reason: 4 }]);
});

const school = (change: object = {}) =>
  aSession({ sessionType: '22', locationId: undefined, schoolId: 151, ...change });

test('students see sessions of their school; staff also see the booked students', async () => {
  const portal = await withSessions({
    listSchoolSessions: () => ({
      sessions: [
        { session: school({ closingDate: '2026-07-09' }), closingTime: '14:00', studentCount: 3 },
      ],
    }),
  });
  const path = '/api/getSchoolSessions?schoolId=151';
  const own = await portal.get(path, await portal.signedIn(aStudentSession()));
  expect(await own.json()).toMatchObject([
    { testSessionId: 77, sessionType: '22', schoolName: 'Bais Yaakov', remainingSeats: 2 },
  ]);
  const all = await portal.get(path, await portal.signedIn(aStaffSession('ROLE_ADMIN')));
  expect(await all.json()).toEqual([
    {
      id: 77,
      testSessionId: 77,
      schoolId: 151,
      date: '2026-07-10',
      testSessionTime: '09:30',
      closingDate: '2026-07-09',
      closingTime: '14:00',
      returnDueDate: null,
      gender: '3',
      closed: false,
      studentCount: 3,
    },
  ]);
});

test('only a shipped session is given as one', async () => {
  for (const [sessionType, status] of [
    ['23', 200],
    ['21', 404],
    ['22', 404],
  ] as const) {
    const portal = await withSessions({ getSession: () => ({ session: school({ sessionType }) }) });
    const answer = await portal.get(
      '/api/getOotSessionInfo?sessionId=77',
      await portal.signedIn(aStudentSession()),
    );
    expect(answer.status).toBe(status);
  }
});
