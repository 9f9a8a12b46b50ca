import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/exams/exams';
import { conflict } from '@portal/kit/errors';
import { none, withServices } from '../testing/exams-portal.ts';
import { aPortal, aStaffSession, aStudentSession, problemIn } from '../testing/portal.ts';
import { anExam, aRegistration, catalogOf, someCredits } from '../testing/records.ts';

test('GET registers the exam and answers with its row and the credits left', async () => {
  const requests: unknown[] = [];
  const portal = await withServices({
    registerExam: (request: never, by: never) => {
      requests.push(request, (by as { key: string }).key);
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
  expect(requests).toEqual([{ examId: 101 }, key]);
});

test('reports missing credits in credits and in dollars', async () => {
  const portal = await withServices({
    registerExam: () => {
      throw conflict('not_enough_credits', 'You do not have enough credits for this exam.', {
        missing: 2,
        expected: 10_500,
      });
    },
  });
  const answer = await portal.post(
    '/api/onlineExamRegistration',
    { examId: 101 },
    await portal.signedIn(aStudentSession()),
  );
  expect(await problemIn(answer)).toMatchObject({
    status: 409,
    code: 'not_enough_credits',
    missing: 2,
    expected: 105,
  });
});

test('a cancellation answers with the exam as it is now and the returned credits', async () => {
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
  const answer = await portal.post(
    '/api/cancelExamRegistration',
    { registrationId: 9001 },
    await portal.signedIn(aStudentSession()),
  );
  expect(contract.cancelExamRegistration.answer.parse(await answer.json())).toMatchObject({
    exam: { id: 102, status: 'none', proctor_fee_price: 5 },
    availableCredits: 6,
    totCreditsAvailable: 6,
    sessionId: 77,
    refundAdditionalFees: {
      noCharge: false,
      refundAmount: 50,
      msg: 'The refund waits for settlement.',
      error: null,
    },
  });
});

test('a cancellation answers with the exam even if credits are unavailable', async () => {
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
  const answer = await portal.post(
    '/api/cancelExamRegistration',
    body,
    await portal.signedIn(aStaffSession('ROLE_TECH_SUPPORT')),
  );
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { exam: { id: 101, status: 'none', proctor_fee_price: 15 } },
  ]);
});

test('a cancelled exam that is not offered any more is taken off the list', async () => {
  const portal = await withServices(
    { cancelRegistration: () => ({ examId: 102, refundNoCharge: true, refundedCents: 0 }) },
    [anExam({ id: 102, active: false })],
  );
  const answer = await portal.post(
    '/api/cancelExamRegistration',
    { registrationId: 9001 },
    await portal.signedIn(aStudentSession()),
  );
  expect(await answer.json()).toMatchObject({
    exam: null,
    refundAdditionalFees: { noCharge: true, refundAmount: 0, msg: null },
  });
});

test('an unknown reason for cancelling is refused with its sentence', async () => {
  const portal = await withServices({});
  const body = { registrationId: 9001, adminCancelReason: 5, student_id: 12 };
  const answer = await portal.post(
    '/api/cancelExamRegistration',
    body,
    await portal.signedIn(aStaffSession('ROLE_ADMIN')),
  );
  expect(await problemIn(answer)).toMatchObject({
    status: 422,
    detail: 'Please select a cancelling reason',
  });
});
