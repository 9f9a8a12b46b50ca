import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/exams/exams';
import { none, withServices } from '../testing/exams-portal.ts';
import { aStaffSession, aStudentSession } from '../testing/portal.ts';
import { anExam, aRegistration } from '../testing/records.ts';

test('an exam list combines the catalogue, registrations and credits', async () => {
  const portal = await withServices({
    listRegistrations: () => ({
      ...none,
      registrations: [aRegistration({ status: 'scheduled' })],
      notEligibleExamIds: [102],
      memberWithoutExam2Years: true,
    }),
  });
  const answer = await portal.get(
    '/api/getAllExamsAccordingStudent',
    await portal.signedIn(aStudentSession()),
  );
  const { exams, memberHasntRegistered2years } = contract.getAllExamsAccordingStudent.answer.parse(
    await answer.json(),
  );
  expect(exams).toMatchObject([
    { id: 101, status: 'scheduled', registration_id: 9001 },
    { id: 102, status: 'none', fitRequirements: false, proctor_fee_price: 5 },
  ]);
  expect(memberHasntRegistered2years).toBe(true);
});

test('a list that has not changed is not sent again, and one that has is', async () => {
  const own = [aRegistration()];
  const portal = await withServices({ listRegistrations: () => ({ ...none, registrations: own }) });
  const cookie = await portal.signedIn(aStudentSession());
  const first = await portal.get('/api/getAllExamsAccordingStudent', cookie);
  const etag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect(
    (await portal.get('/api/getAllExamsAccordingStudent', { ...cookie, 'if-none-match': etag }))
      .status,
  ).toBe(304);
  own[0] = aRegistration({ proctorFeeCents: 0 });
  expect(
    (await portal.get('/api/getAllExamsAccordingStudent', { ...cookie, 'if-none-match': etag }))
      .status,
  ).toBe(200);
});

test('the list is compressed for a browser that takes it, and reads the same', async () => {
  const portal = await withServices(
    {},
    Array.from({ length: 30 }, (_, n) => anExam({ id: n + 1, subject: `Exam ${n}` })),
  );
  const cookie = await portal.signedIn(aStudentSession());
  const [small, plain] = await Promise.all(
    ['gzip', 'identity'].map((takes) =>
      portal.get('/api/getAllExamsAccordingStudent', { ...cookie, 'accept-encoding': takes }),
    ),
  );
  expect([small?.headers.get('content-encoding'), plain?.headers.get('content-encoding')]).toEqual([
    'gzip',
    null,
  ]);
  expect(await small?.text()).toBe(await plain?.text());
});

test('two students never get the list of one another', async () => {
  const portal = await withServices({
    listRegistrations: (_: never, by: { actor: { studentId: number } }) => ({
      ...none,
      registrations: [
        aRegistration({ id: by.actor.studentId * 10, studentId: by.actor.studentId }),
      ],
    }),
  } as never);
  const ids = [12, 13, 12].map(async (student) => {
    const answer = await portal.get(
      '/api/getAllExamsAccordingStudent',
      await portal.signedIn(aStudentSession(student)),
    );
    return contract.getAllExamsAccordingStudent.answer.parse(await answer.json()).exams[0]
      ?.registration_id;
  });
  expect(await Promise.all(ids)).toEqual([120, 130, 120]);
});

test('the catalogue without a student holds what is offered', async () => {
  const portal = await withServices({}, [anExam(), anExam({ id: 102, active: false })]);
  const answer = await portal.get(
    '/api/getAllActiveExams',
    await portal.signedIn(aStaffSession('ROLE_SUPPORT')),
  );
  expect(contract.getAllActiveExams.answer.parse(await answer.json())).toEqual([
    {
      id: 101,
      vendor_id: 1,
      vendor_name: 'TAL',
      subject: 'Biology',
      credits: 3,
      additionalCharge: 50,
      courseNumber: 'BIO-101',
      secularNumber: 'BIO-101',
      active: true,
      alternate_course_version: null,
    },
  ]);
});

test('the active exams with registrations leave out what is not offered any more', async () => {
  const portal = await withServices(
    {
      listRegistrations: () => ({
        ...none,
        registrations: [aRegistration(), aRegistration({ id: 9002, examId: 102 })],
      }),
    },
    [anExam(), anExam({ id: 102, active: false }), anExam({ id: 103, subject: 'Chemistry' })],
  );
  const cookie = await portal.signedIn(aStudentSession());
  const answer = await portal.get('/api/getAllActiveExamsWithRegistrationDetails', cookie);
  expect(
    contract.getAllActiveExamsWithRegistrationDetails.answer.parse(await answer.json()),
  ).toMatchObject([
    { id: 101, registration_id: 9001 },
    { id: 103, registration_id: null },
  ]);
  const whole = await portal.get('/api/getAllExamsAccordingStudent', cookie);
  expect(contract.getAllExamsAccordingStudent.answer.parse(await whole.json()).exams).toHaveLength(
    3,
  );
});

test('an admin gets the active exams that may be uploaded for seminary students', async () => {
  const portal = await withServices({}, [
    anExam({ seminaryTesting: true }),
    anExam({ id: 102 }),
    anExam({ id: 103, seminaryTesting: true, active: false }),
  ]);
  const answer = await portal.get(
    '/api/getAllSeminaryTestingExams',
    await portal.signedIn(aStaffSession('ROLE_ADMIN')),
  );
  expect(await answer.json()).toEqual([{ id: 101, subject: 'Biology', vendor_id: 1 }]);
});
