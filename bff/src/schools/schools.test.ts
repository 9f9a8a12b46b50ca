import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/schools';
import { conflict } from '@portal/kit/errors';
import { BulkResult, type OrderBulkRequest } from '@portal/proto/schools/v1/bulk';
import { aPortal, aStaffSession, type FakeServices, problemIn } from '../testing/portal.ts';

const withBulk = (bulk: FakeServices[string][string]) =>
  aPortal({ services: { schools: { bulk } } });
const admin = aStaffSession('ROLE_ADMIN');
const KEY = '7f1f4a3c-6d5b-4a3e-9d3c-1a2b3c4d5e6f';
const order = {
  session: { testSessionId: 7, date: '2026-12-01' },
  schoolId: 151,
  sendStudyMaterials: 'true',
  studentInfos: [
    { studentId: 2001, exams: [{ examId: 101 }, 102], ccId: null, amount: 155.5 },
    { studentId: 2002, exams: [101] },
  ],
};
type RequestContext = { order?: unknown; key?: unknown };
/**
 * Orders a run that the service answers like this; returns the answer and the request to the
 * service.
 */
async function ordered(body: object, answer: unknown, session = admin) {
  const requests: RequestContext = {};
  const portal = await withBulk({
    orderBulk: (request: OrderBulkRequest, by: { key: string }) => {
      Object.assign(requests, { order: request.order, key: by.key });
      if (answer instanceof Error) throw answer;
      return { state: answer };
    },
  });
  const headers = { ...(await portal.signedIn(session)), 'idempotency-key': KEY };
  return { response: await portal.post('/api/payRegisterAndSchedule', body, headers), requests };
}

test('an order goes on as it was meant: exams by id in order, cents, its key', async () => {
  const { requests } = await ordered(order, { progress: { runId: 5, done: 0, total: 2 } });
  expect(requests).toMatchObject({
    key: KEY,
    order: {
      schoolId: 151,
      sessionId: 7,
      sendStudyMaterials: true,
      students: [
        { studentId: 2001, examIds: [101, 102], ccId: undefined, amountCents: 15_550 },
        { studentId: 2002, examIds: [101], amountCents: undefined },
      ],
    },
  });
});

test('a run under way is 202 with how far it is, one that has ended 200 with dollars', async () => {
  const running = await ordered(order, { progress: { runId: 5, done: 1, total: 2 } });
  expect([running.response.status, await running.response.json()]).toEqual([
    202,
    { state: 'processing', runId: 5, done: 1, total: 2 },
  ]);
  const result = BulkResult.fromPartial({
    students: [
      {
        studentId: 2001,
        exams: [{ examId: 101, text: 'success' }],
        creditsAvailable: 1,
        creditsUsed: 3,
        chargedCents: 13_500,
      },
    ],
    studentsPerSession: [
      {
        sessionId: 7,
        studentId: 2001,
        lastName: 'Gold',
        firstName: 'Dina',
        examId: 101,
        registrationId: 9,
        canCancel: true,
        feesDueCents: 6_000,
        result: 'Fail',
      },
    ],
    chargedFromBalanceCents: 13_500,
    balanceCents: 50_050,
    accountReport: [
      {
        quantity: 1,
        date: '2026-11-21',
        description: 'Algebra (TAL), 3 credits',
        amountCents: -13_500,
        balanceCents: 50_050,
      },
    ],
  });
  const ended = await ordered(order, { result });
  expect(ended.response.status).toBe(200);
  expect(contract.BulkResult.parse(await ended.response.json())).toMatchObject({
    registrations: {
      2001: {
        exams: { 101: 'success' },
        creditsAvailable: 1,
        sumCreditsUsed: 3,
        amtCharged: 135,
        error: null,
      },
    },
    studentsPerSession: [
      {
        testSessionId: 7,
        lastname: 'Gold',
        jseId: null,
        canCancel: true,
        feesDue: 60,
        result: 'Fail',
      },
    ],
    totalAmtChargedFromSchoolBalance: 135,
    schoolCurrentBalance: 500.5,
    error: null,
    accountReport: [{ Quantity: 1, Cohort: null, Amount: -135, Balance: 500.5, isPayment: false }],
  });
});

test('changed amounts by student and a low balance are shown in dollars', async () => {
  const students = [{ studentId: 2001, expected: 15_600 }];
  const changed = await ordered(
    order,
    conflict('amount_changed', 'The amount has changed. Please check it and try again.', {
      expected: 29_100,
      students,
    }),
  );
  expect(await problemIn(changed.response)).toMatchObject({
    status: 409,
    expected: 291,
    students: [{ studentId: 2001, expected: 156 }],
  });
  const low = await ordered(
    order,
    conflict('school_balance_too_low', 'Not enough.', { expected: 29_100, balance: 10_050 }),
  );
  expect(await problemIn(low.response)).toMatchObject({
    status: 409,
    expected: 291,
    balance: 100.5,
  });
});

test.each([
  { wrong: { sendStudyMaterials: undefined }, path: 'sendStudyMaterials' },
  { wrong: { session: undefined }, path: 'session' },
  { wrong: { studentInfos: [] }, path: 'studentInfos' },
  { wrong: { studentInfos: [{ studentId: 1, exams: [] }] }, path: 'studentInfos.0.exams' },
  {
    wrong: { studentInfos: [{ studentId: 1, exams: [5, { examId: 5 }] }] },
    path: 'studentInfos.0.exams',
  },
  {
    wrong: { studentInfos: [1, 1].map((studentId) => ({ studentId, exams: [5] })) },
    path: 'studentInfos',
  },
  {
    wrong: { studentInfos: [{ studentId: 1, exams: [5], amount: 1.005 }] },
    path: 'studentInfos.0.amount',
  },
])('an order with $path wrong goes nowhere', async ({ wrong, path }) => {
  const { response, requests } = await ordered({ ...order, ...wrong }, {});
  expect([response.status, (await problemIn(response)).errors?.[0]?.path, requests]).toEqual([
    422,
    path,
    {},
  ]);
});

test('only admins and school admins order, ask and quote', async () => {
  for (const role of ['ROLE_TECH_SUPPORT', 'ROLE_SUPPORT', 'ROLE_ADVISOR', 'ROLE_ADMISSIONS']) {
    expect((await ordered(order, {}, aStaffSession(role))).response.status).toBe(403);
  }
  expect(
    (
      await ordered(
        order,
        { progress: { runId: 1, done: 0, total: 1 } },
        aStaffSession('ROLE_SCHOOL_ADMIN'),
      )
    ).response.status,
  ).toBe(202);
});

test('a quote is in dollars, and asks without a key', async () => {
  let key: unknown = 'none asked';
  const portal = await withBulk({
    quoteBulk: (_request: never, by: { key: unknown }) => {
      key = by.key;
      const exams = [
        {
          examId: 101,
          subject: 'Algebra',
          credits: 3,
          additionalChargeCents: 0,
          costCents: 13_500,
        },
      ];
      const student = {
        studentId: 2001,
        creditsNeeded: 3,
        creditsFromBalance: 0,
        availableCredits: 0,
        creditsToPay: 3,
      };
      return {
        students: [
          {
            ...student,
            pricePerCreditCents: 4500,
            additionalChargesCents: 0,
            amountCents: 13_500,
            exams,
          },
        ],
        totalCredits: 3,
        totalAmountCents: 13_500,
        schoolBalanceCents: 20_000,
        overBalance: false,
        canPay: true,
      };
    },
  });
  const response = await portal.post(
    '/api/quoteRegisterAndSchedule',
    order,
    await portal.signedIn(admin),
  );
  expect(contract.BulkQuote.parse(await response.json())).toMatchObject({
    students: [
      { pricePerCredit: 45, amount: 135, ccId: null, error: null, exams: [{ cost: 135 }] },
    ],
    totalAmount: 135,
    schoolBalance: 200,
    canPay: true,
    error: null,
  });
  expect(key).toBeNull();
});
