import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { newYorkDay } from '@portal/contract/days';
import { getSchoolInfo, submitSchoolPayment } from '@portal/contract/schools/office';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { mailsTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aVisaNumber } from '../../cards/card.ts';
import { aOneTimeCard, schoolChargesOf } from '../../cards/school-payments.ts';
import { schoolPaymentsThatDiffer } from '../../invariants/school-books.ts';
import { ageUnknownCharges } from '../../payments/unknown-charges.ts';
import { aSchool, balanceOf, schoolAdminOf, type TestSchool } from '../../people/schools.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

const NOBODY = 2_000_000_003;
let admin: Person;
let school: TestSchool;
let own: Person;
beforeAll(async () => {
  [admin, school] = await Promise.all([signedInStaff('ROLE_ADMIN'), aSchool({ balance: 100 })]);
  own = await schoolAdminOf(school);
});
afterEach(mendPartners);

const pay = (person: Person, input: object, key: string = randomUUID()) =>
  person.ask(submitSchoolPayment, input as never, key);
describe('submitSchoolPayment', () => {
  test('charges once per key, adds the payment, emails the receipt, saves no card', async () => {
    const paying = await aSchool({ balance: 100 });
    const theirs = await schoolAdminOf(paying);
    const number = aVisaNumber();
    const order = { schoolId: paying.id, amount: 250.5, ...(await aOneTimeCard(number)) };
    const key = randomUUID();
    const first = await pay(admin, order, key);
    expect(submitSchoolPayment.answer.parse(first.body)).toMatchObject({
      schoolPaymentBalance: 350.5,
      schoolPayments: [{ amount: 250.5, paymentDate: newYorkDay(steadyNow()) }, { amount: 100 }],
    });
    expect((await pay(admin, order, key)).body).toEqual(first.body);
    expect(await schoolChargesOf(paying.id)).toEqual([{ type_id: '5', state: 'captured' }]);
    const info = await theirs.ask(getSchoolInfo, {});
    const { accountReport, schoolAdminUserEmail } = getSchoolInfo.answer.parse(info.body);
    expect(accountReport.at(-1)).toEqual({
      Quantity: 1,
      Date: newYorkDay(steadyNow()),
      Description: `Payment by card ending ${number.slice(-4)}`,
      Cohort: '',
      Amount: 250.5,
      Balance: 350.5,
      isPayment: true,
    });
    const mails = await until(
      () => mailsTo(schoolAdminUserEmail as string),
      (all) => all.some(({ subject }) => subject === 'Your payment receipt'),
    );
    expect(mails.filter(({ subject }) => subject === 'Your payment receipt')).toHaveLength(1);
    expect(
      await sql(
        'payments',
        'SELECT card_last4, cc_id, customer_profile_id FROM payment WHERE school_id = $1',
        [paying.id],
      ),
    ).toEqual([{ card_last4: number.slice(-4), cc_id: null, customer_profile_id: null }]);
    expect(await schoolPaymentsThatDiffer()).toEqual([]);
  });

  test('limits school admins to their school, without the list of payments', async () => {
    const before = await balanceOf(school.id);
    const { body } = await pay(own, { amount: '10', ...(await aOneTimeCard()) });
    expect(submitSchoolPayment.answer.parse(body)).toMatchObject({
      schoolPaymentBalance: before + 10,
      schoolPayments: [],
    });
    const other = await aSchool({ balance: 1 });
    for (const schoolId of [other.id, NOBODY])
      expect(
        refusal(await pay(own, { schoolId, amount: 10, ...(await aOneTimeCard()) })),
      ).toMatchObject({
        status: 404,
        code: 'school_not_found',
      });
    expect(await balanceOf(other.id)).toBe(1);
  });

  test('refuses a missing card, and a card number', async () => {
    const order = { schoolId: school.id, amount: 5 };
    expect(refusal(await pay(admin, order))).toMatchObject({
      status: 422,
      detail: 'Please fill in all the fields accurately.',
    });
    const card = { ...(await aOneTimeCard()), ccLast4: '4111111111111111' };
    expect(refusal(await pay(admin, { ...order, ...card }))).toMatchObject({
      status: 400,
      code: 'card_data_refused',
    });
  });

  test('refuses schools without an account, and unknown ones, without a charge', async () => {
    const without = await aSchool();
    expect(
      refusal(await pay(admin, { schoolId: without.id, amount: 5, ...(await aOneTimeCard()) })),
    ).toMatchObject({ status: 409, code: 'school_not_charged' });
    expect(
      refusal(await pay(admin, { schoolId: NOBODY, amount: 5, ...(await aOneTimeCard()) })),
    ).toMatchObject({ status: 404, code: 'school_not_found' });
    expect(await schoolChargesOf(without.id)).toEqual([]);
  });

  test("returns the processor's text for a declined card, without a payment", async () => {
    const paying = await aSchool({ balance: 1 });
    await breakPartner({ partner: 'cards', mode: 'decline' });
    const answer = await pay(admin, { schoolId: paying.id, amount: 5, ...(await aOneTimeCard()) });
    expect(answer.status).toBe(402);
    expect(answer.body).toMatchObject({
      code: 'card_declined',
      reason: 'This transaction has been declined.',
    });
    expect(await balanceOf(paying.id)).toBe(1);
  });

  test('blocks a second charge while one is unknown, and adds it once found', async () => {
    const paying = await aSchool({ balance: 1 });
    const order = { schoolId: paying.id, amount: 5, ...(await aOneTimeCard()) };
    const key = randomUUID();
    const second = { schoolId: paying.id, amount: 7, ...(await aOneTimeCard()) };
    await breakPartner({ partner: 'cards', mode: 'timeout', ms: 0 });
    const sent = await pay(admin, order, key);
    expect(refusal(sent)).toMatchObject({ status: 502, code: 'charge_unknown' });
    expect(refusal(await pay(admin, second))).toMatchObject({
      status: 409,
      code: 'charge_pending',
    });
    await mendPartners();
    await ageUnknownCharges('school_id', paying.id);
    const answer = await until(
      () => pay(admin, order, key),
      ({ status }) => status < 500 && status !== 409,
      60,
    );
    // the charge arrived or not: the answer says so, and the books agree
    expect([200, 402]).toContain(answer.status);
    expect(await balanceOf(paying.id)).toBe(answer.status === 200 ? 6 : 1);
    expect(await schoolPaymentsThatDiffer()).toEqual([]);
  });
});
