import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/purchases/payments';
import { partnerFailed } from '@portal/kit/errors';
import { Charge } from '@portal/proto/payments/v1/charges';
import { aPortal, aStaffSession, aStudentSession, problemIn } from '../testing/portal.ts';

const charge = Charge.fromPartial({
  id: 31,
  transactionDate: new Date('2026-03-02T02:30:00Z'),
  description: 'Additional fee',
  amountCents: 5000,
  status: 'partly refunded',
  refundedCents: 2050,
  chargeTypeId: '3',
  registrationId: 9001,
  invoiceNumber: '260301-0123456789ABC',
  refundedAt: new Date('2026-03-03T02:30:00Z'),
  lastChangeBy: 'rachel.super',
  refundableCents: 2950,
});

/** Creates a portal whose payments service records the refunds and their callers. */
async function refunding(answer: () => unknown = () => ({ charges: [charge] })) {
  const requests: unknown[] = [];
  const refundCharge = (request: object, { actor }: { actor: { studentId?: number } }) => {
    requests.push({ ...request, studentId: actor.studentId });
    return answer();
  };
  return {
    portal: await aPortal({ services: { payments: { charges: { refundCharge } } } }),
    requests,
  };
}
const path = contract.chargeRefund.path;

test('a refund goes out in cents, and the charges come back in the staff view', async () => {
  const { portal, requests } = await refunding();
  const cookie = await portal.signedIn(aStaffSession('ROLE_SUPER_ADMIN'));
  const answer = await portal.post(path, { chargeId: 31, refundAmt: 20.5, student_id: 12 }, cookie);
  expect(contract.chargeRefund.answer.parse(await answer.json())).toEqual({
    charges: [
      {
        id: 31,
        transactionDate: '2026-03-02T02:30:00.000Z',
        charge_description: 'Additional fee',
        amount: 50,
        status: 'partly refunded',
        refundAmount: 20.5,
        refundDate: '2026-03-02',
        registrationId: 9001,
        lastChangeBy: 'rachel.super',
        chargeTypeId: '3',
        refundable: 29.5,
        refundError: null,
        refundNextTry: null,
      },
    ],
  });
  await portal.post(path, { chargeId: 31, refundAmt: 1 }, cookie);
  expect(requests).toEqual([
    { chargeId: 31, amountCents: 2050, studentId: 12 },
    { chargeId: 31, amountCents: 100, studentId: undefined },
  ]);
});

test.each([
  { refundAmt: 0 },
  { refundAmt: -1 },
  { refundAmt: 1.005 },
  { refundAmt: '5' },
  { refundAmt: null },
  {},
])('an amount of $refundAmt is refused before any service call', async (amount) => {
  const { portal, requests } = await refunding();
  const answer = await portal.post(
    path,
    { chargeId: 31, ...amount },
    await portal.signedIn(aStaffSession('ROLE_SUPER_ADMIN')),
  );
  expect([answer.status, await problemIn(answer)]).toMatchObject([
    422,
    { code: 'invalid', detail: 'Please enter an amount.' },
  ]);
  expect(requests).toEqual([]);
});

test('the answer holds the objection of the processor', async () => {
  const { portal } = await refunding(() => {
    throw partnerFailed('refund_failed', 'The credit amount exceeds the original debit amount.');
  });
  const answer = await portal.post(
    path,
    { chargeId: 31, refundAmt: 1 },
    await portal.signedIn(aStaffSession('ROLE_TECH_SUPPORT')),
  );
  expect(await problemIn(answer)).toMatchObject({
    status: 502,
    code: 'refund_failed',
    detail: 'The credit amount exceeds the original debit amount.',
  });
});

test('neither students nor plain admins give money back', async () => {
  const { portal, requests } = await refunding();
  for (const who of [
    aStudentSession(),
    aStaffSession('ROLE_ADMIN'),
    aStaffSession('ROLE_SUPPORT'),
    aStaffSession('ROLE_ADVISOR_ADMIN'),
  ]) {
    expect(
      (await portal.post(path, { chargeId: 31, refundAmt: 1 }, await portal.signedIn(who))).status,
    ).toBe(403);
  }
  expect(requests).toEqual([]);
});
