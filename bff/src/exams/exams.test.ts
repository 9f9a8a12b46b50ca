import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/exams';
import { conflict } from '@portal/kit/errors';
import { aPortal, aStaffSession, aStudentSession, type FakeServices, problemIn } from '../testing/portal.ts';
import { anExam, aRegistration, catalogOf, someCredits } from '../testing/records.ts';

const none = { registrations: [], unfitExamIds: [], memberWithoutExam2Years: false };
const withServices = (registrations: FakeServices[string][string], exams = [anExam(), anExam({ id: 102, subject: 'Chemistry' })]) =>
  aPortal({
    services: {
      catalog: catalogOf({ exams }),
      registration: { registrations: { listRegistrations: () => none, ...registrations } },
      payments: {
        credits: {
          listExamOffers: () => ({ offers: [{ examId: 102, proctorFeeCents: 500, noAdditionalFees: false, freeSeminaryRetake: false }] }),
        },
      },
    },
  });

test('the exam list of a student is made of the catalogue, her registrations and what her credits would mean', async () => {
  const portal = await withServices({
    listRegistrations: () => ({
      registrations: [aRegistration({ status: 'scheduled' })],
      unfitExamIds: [102],
      memberWithoutExam2Years: true,
    }),
  });
  const answer = await portal.get('/api/getAllExamsAccordingStudent', await portal.signedIn(aStudentSession()));
  const { exams, memberHasntRegistered2years } = contract.getAllExamsAccordingStudent.answer.parse(await answer.json());
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
  expect((await portal.get('/api/getAllExamsAccordingStudent', { ...cookie, 'if-none-match': etag })).status).toBe(304);
  own[0] = aRegistration({ proctorFeeCents: 0 });
  expect((await portal.get('/api/getAllExamsAccordingStudent', { ...cookie, 'if-none-match': etag })).status).toBe(200);
});

test('the list is compressed for a browser that takes it, and reads the same', async () => {
  const portal = await withServices(
    {},
    Array.from({ length: 30 }, (_, n) => anExam({ id: n + 1, subject: `Exam ${n}` })),
  );
  const cookie = await portal.signedIn(aStudentSession());
  const [small, plain] = await Promise.all(
    ['gzip', 'identity'].map((takes) => portal.get('/api/getAllExamsAccordingStudent', { ...cookie, 'accept-encoding': takes })),
  );
  expect([small?.headers.get('content-encoding'), plain?.headers.get('content-encoding')]).toEqual(['gzip', null]);
  expect(await small?.text()).toBe(await plain?.text());
});

test('two students never get the list of one another', async () => {
  const portal = await withServices({
    listRegistrations: (_: never, by: { actor: { studentId: number } }) => ({
      ...none,
      registrations: [aRegistration({ id: by.actor.studentId * 10, studentId: by.actor.studentId })],
    }),
  } as never);
  const ids = [12, 13, 12].map(async (student) => {
    const answer = await portal.get('/api/getAllExamsAccordingStudent', await portal.signedIn(aStudentSession(student)));
    return contract.getAllExamsAccordingStudent.answer.parse(await answer.json()).exams[0]?.registration_id;
  });
  expect(await Promise.all(ids)).toEqual([120, 130, 120]);
});

test('the catalogue without a student holds what is offered', async () => {
  const portal = await withServices({}, [anExam(), anExam({ id: 102, active: false })]);
  const answer = await portal.get('/api/getAllActiveExams', await portal.signedIn(aStaffSession('ROLE_SUPPORT')));
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

test('GET registers the exam and answers with its row and the credits left', async () => {
  const asked: unknown[] = [];
  const portal = await withServices({
    registerExam: (request: never, by: never) => {
      asked.push(request, (by as { key: string }).key);
      return {
        registration: aRegistration(),
        credits: someCredits({ total: 3, generic: 3 }),
        freeSeminaryRetake: true,
        studyMaterialNotSent: true,
      };
    },
  });
  const key = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
  const headers = { ...(await portal.signedIn(aStudentSession())), 'idempotency-key': key };
  const answer = await portal.post('/api/onlineExamRegistration', { examId: 101 }, headers);
  expect(contract.onlineExamRegistration.answer.parse(await answer.json())).toMatchObject({
    exam: { id: 101, status: 'registered' },
    registrationId: 9001,
    proctorFee: 15,
    totCreditsAvailable: 3,
    totCreditsDetails: { '1,4': 0, '3': 0, generic: 3 },
    registrationMadeWithFreeSeminaryStudyCredits: true,
    studyMaterialNotSent: true,
    paymentMethod: null,
    error: null,
  });
  expect(asked).toEqual([{ examId: 101 }, key]);
});

test('missing credits are told in credits and in dollars', async () => {
  const portal = await withServices({
    registerExam: () => {
      throw conflict('not_enough_credits', 'You do not have enough credits.', { missing: 2, expected: 10_500 });
    },
  });
  const answer = await portal.post('/api/onlineExamRegistration', { examId: 101 }, await portal.signedIn(aStudentSession()));
  expect(await problemIn(answer)).toMatchObject({ status: 409, code: 'not_enough_credits', missing: 2, expected: 105 });
});

test('a cancelled exam comes back as it is now, with what was given back', async () => {
  const portal = await withServices({
    cancelRegistration: () => ({
      registration: undefined,
      examId: 102,
      credits: someCredits(),
      sessionId: 77,
      refundNoCharge: false,
      refundedCents: 5000,
      refundMessage: 'The refund waits for settlement.',
    }),
  });
  const answer = await portal.post('/api/cancelExamRegistration', { registrationId: 9001 }, await portal.signedIn(aStudentSession()));
  expect(contract.cancelExamRegistration.answer.parse(await answer.json())).toMatchObject({
    exam: { id: 102, status: 'none', proctor_fee_price: 5 },
    availableCredits: 6,
    totCreditsAvailable: 6,
    sessionId: 77,
    refundAdditionalFees: { noCharge: false, refundAmount: 50, msg: 'The refund waits for settlement.', error: null },
  });
});

test('a cancelled exam comes back although the credits cannot be asked about', async () => {
  const portal = await aPortal({
    services: {
      catalog: catalogOf(),
      registration: {
        registrations: {
          listRegistrations: () => none,
          cancelRegistration: () => ({ examId: 101, refundNoCharge: true, refundedCents: 0 }),
        },
      },
    },
  });
  const body = { registrationId: 9001, adminCancelReason: 2, student_id: 12 };
  const answer = await portal.post('/api/cancelExamRegistration', body, await portal.signedIn(aStaffSession('ROLE_TECH_SUPPORT')));
  expect([answer.status, await answer.json()]).toMatchObject([200, { exam: { id: 101, status: 'none', proctor_fee_price: 15 } }]);
});

test('a cancelled exam that is not offered any more is taken off the list', async () => {
  const portal = await withServices({ cancelRegistration: () => ({ examId: 102, refundNoCharge: true, refundedCents: 0 }) }, [
    anExam({ id: 102, active: false }),
  ]);
  const answer = await portal.post('/api/cancelExamRegistration', { registrationId: 9001 }, await portal.signedIn(aStudentSession()));
  expect(await answer.json()).toMatchObject({ exam: null, refundAdditionalFees: { noCharge: true, refundAmount: 0, msg: null } });
});

test('a reason for cancelling that is none is refused with its sentence', async () => {
  const portal = await withServices({});
  const body = { registrationId: 9001, adminCancelReason: 5, student_id: 12 };
  const answer = await portal.post('/api/cancelExamRegistration', body, await portal.signedIn(aStaffSession('ROLE_ADMIN')));
  expect(await problemIn(answer)).toMatchObject({ status: 422, detail: 'Please select a cancelling reason' });
});

test('the active exams with registrations leave out what is not offered any more', async () => {
  const portal = await withServices(
    { listRegistrations: () => ({ ...none, registrations: [aRegistration(), aRegistration({ id: 9002, examId: 102 })] }) },
    [anExam(), anExam({ id: 102, active: false }), anExam({ id: 103, subject: 'Chemistry' })],
  );
  const cookie = await portal.signedIn(aStudentSession());
  const answer = await portal.get('/api/getAllActiveExamsWithRegistrationDetails', cookie);
  expect(contract.getAllActiveExamsWithRegistrationDetails.answer.parse(await answer.json())).toMatchObject([
    { id: 101, registration_id: 9001 },
    { id: 103, registration_id: null },
  ]);
  const whole = await portal.get('/api/getAllExamsAccordingStudent', cookie);
  expect(contract.getAllExamsAccordingStudent.answer.parse(await whole.json()).exams).toHaveLength(3);
});

test('an admin gets the active exams that may be uploaded for seminary students', async () => {
  const portal = await withServices({}, [
    anExam({ seminaryTesting: true }),
    anExam({ id: 102 }),
    anExam({ id: 103, seminaryTesting: true, active: false }),
  ]);
  const answer = await portal.get('/api/getAllSeminaryTestingExams', await portal.signedIn(aStaffSession('ROLE_ADMIN')));
  expect(await answer.json()).toEqual([{ id: 101, subject: 'Biology', vendor_id: 1 }]);
});

const guide = {
  id: 1,
  file_type: 'StudyGuide',
  display_title: 'Guide',
  url: 'https://tal.test/guide.pdf',
  last_updated_date: '2026-01-02',
};
const biology = { id: 101, subject: 'Biology', vendor_id: 1, vendor_name: 'TAL', secularNumber: 'BIO-101', study_materials: [guide] };

test('staff get the active exams that have study materials', async () => {
  const portal = await withServices({}, [anExam(), anExam({ id: 102, studyMaterials: [] }), anExam({ id: 103, active: false })]);
  const answer = await portal.get('/api/getAllExamsWithStudyMaterial', await portal.signedIn(aStaffSession('ROLE_ADMISSIONS')));
  expect(contract.getAllExamsWithStudyMaterial.answer.parse(await answer.json())).toEqual([biology]);
});

test('what a fetch of study materials brought is answered as it is now, with a sentence about the partner that failed', async () => {
  const materials = { exams: [anExam()], lastUpdated: new Date('2026-11-20T12:00:00Z'), talError: undefined, cisError: 'No CIS.' };
  const portal = await aPortal({
    services: {
      catalog: {
        ...catalogOf({ exams: [] }),
        materials: { getMaterials: () => ({ materials }), updateMaterials: () => ({ materials, updated: 3 }) },
      },
    },
  });
  const cookie = await portal.signedIn(aStaffSession('ROLE_SUPER_ADMIN'));
  const expected = { exams: [biology], lastUpdated: '2026-11-20T12:00:00.000Z', cisError: 'No CIS.' };
  const read = await portal.get('/api/updateAndGetStudyMaterials', cookie);
  expect(contract.getStudyMaterials.answer.parse(await read.json())).toEqual({ ...expected, updated: 0 });
  const fetched = await portal.post('/api/updateAndGetStudyMaterials', {}, cookie);
  expect(contract.updateAndGetStudyMaterials.answer.parse(await fetched.json())).toEqual({ ...expected, updated: 3 });
});
