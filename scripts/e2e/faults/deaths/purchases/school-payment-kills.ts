import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { submitSchoolPayment } from '@portal/contract/schools/office';
import { sql } from '../../../../portal/databases.ts';
import { breakPartner, mendPartners, transactions } from '../../../../portal/processor.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { aOneTimeCard, schoolChargesOf } from '../../../cards/school-payments.ts';
import { brokenInvariants, sweep } from '../../../invariants/invariants.ts';
import { aSchool, balanceOf } from '../../../people/schools.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { isBehind } from '../../harness/failpoints.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import { persist } from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

const AMOUNT = 120.5;
const anOrder = async (schoolId: number) => ({
  schoolId,
  amount: AMOUNT,
  ...(await aOneTimeCard()),
});

/** The school was charged once, and its account has one entry. */
async function expectPaidOnce(schoolId: number, mark: string): Promise<void> {
  const taken = (await schoolChargesOf(schoolId)).filter(({ state }) => state === 'captured');
  expect([mark, taken.length, await balanceOf(schoolId)]).toEqual([mark, 1, 1 + AMOUNT]);
}

/** Returns the failpoints of schools and payments, found by an undisturbed payment. */
async function findSteps(admin: Person, { forgetMarks, marksPassed }: HurtPortal) {
  const school = await aSchool({ balance: 1 });
  const order = await anOrder(school.id);
  await quiet();
  forgetMarks();
  await persist(admin, submitSchoolPayment, order);
  const passed = marksPassed();
  await expectPaidOnce(school.id, 'undisturbed');
  const ofPayment = /^(schools paySchool|payments chargeSchool)\./;
  return [...new Set(passed)].filter((mark) => ofPayment.test(mark) && !isBehind(mark));
}

/** "A balance paid twice": a school pays into its balance by card, and a service dies. */
export function schoolPaymentKills(hurt: () => HurtPortal): void {
  test('F7: a service that dies while a school pays charges and enters it once', async () => {
    const { dieAt, diedAtAll } = hurt();
    const admin = await signedInStaff('ROLE_ADMIN');
    const steps = await findSteps(admin, hurt());
    expect(steps.length).toBeGreaterThan(8);
    await withLeasesOf(1.5, async () => {
      for (const mark of steps) {
        const school = await aSchool({ balance: 1 });
        const order = await anOrder(school.id);
        dieAt(mark);
        await persist(admin, submitSchoolPayment, order);
        await diedAtAll();
        await expectPaidOnce(school.id, mark);
      }
    });
    await sweep();
  });
}

/** "A balance paid twice": the answer of the processor is lost. */
export function schoolPaymentLost(): void {
  test('F7: two concurrent payments whose answers are lost charge at most once each', async () => {
    const [admin, other] = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const school = await aSchool({ balance: 1 });
    const [first, second] = await Promise.all([anOrder(school.id), anOrder(school.id)]);
    const before = new Set((await transactions()).map(({ transId }) => transId));
    await breakPartner({
      partner: 'cards',
      mode: 'drop-after-charge',
      count: 1,
      operation: 'createTransactionRequest',
    });
    const key = randomUUID();
    const answers = await Promise.all([
      admin.ask(submitSchoolPayment, first, key),
      admin.ask(submitSchoolPayment, first, key),
      other.ask(submitSchoolPayment, second, randomUUID()),
    ]);
    await mendPartners();
    const results = answers.map(({ status, body }) => (status === 200 ? 'paid' : body.code));
    for (const answer of results)
      expect(['paid', 'request_in_progress', 'charge_pending', 'charge_unknown']).toContain(answer);
    await sweep();
    const taken = (await schoolChargesOf(school.id)).filter(({ state }) => state === 'captured');
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.length).toBeLessThanOrEqual(2);
    expect(await balanceOf(school.id)).toBe(1 + taken.length * AMOUNT);
    const charged = (await transactions()).filter(({ transId }) => !before.has(transId));
    expect(new Set(charged.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(
      charged.filter(({ type }) => type !== 'void').length,
    );
  });
}

/** The damage when the guards are off. */
export function schoolPaymentControl(): void {
  test('F7, control: without the guards a payment counts twice; the sweep sees it', async () => {
    const admin = await signedInStaff('ROLE_ADMIN');
    const school = await aSchool({ balance: 1 });
    await persist(admin, submitSchoolPayment, await anOrder(school.id));
    const again = `
      WITH entry AS (
        INSERT INTO balance_entry (school_id, kind, entered_at, day, payment_id, entered_by)
        SELECT school_id, kind, now(), day, payment_id, 'e2e' FROM balance_entry
        WHERE school_id = $1 AND kind = 'card_payment' RETURNING id),
      lines AS (INSERT INTO balance_line (entry_id, account, amount_cents)
        SELECT id, 'balance', 12050::bigint FROM entry
        UNION ALL SELECT id, 'cash', -12050::bigint FROM entry)
      SELECT id FROM entry`;
    await expect(sql('schools', again, [school.id])).rejects.toThrow('balance_entry_payment_id');
    await sql('schools', 'ALTER TABLE balance_entry DROP CONSTRAINT balance_entry_payment_id_key');
    const [entered] = await sql<{ id: string }>('schools', again, [school.id]);
    expect((await brokenInvariants()).join()).toContain('is not in the account once');
    for (const change of ['DISABLE', 'ENABLE']) {
      for (const table of ['balance_line', 'balance_entry'])
        await sql('schools', `ALTER TABLE ${table} ${change} TRIGGER ${table}_append_only`);
      if (change === 'ENABLE') break;
      await sql('schools', 'DELETE FROM balance_line WHERE entry_id = $1', [entered?.id]);
      await sql('schools', 'DELETE FROM balance_entry WHERE id = $1', [entered?.id]);
      await sql('schools', 'UPDATE school_balance SET balance_cents = $2 WHERE school_id = $1', [
        school.id,
        100 + AMOUNT * 100,
      ]);
    }
    await sql(
      'schools',
      'ALTER TABLE balance_entry ADD CONSTRAINT balance_entry_payment_id_key UNIQUE (payment_id)',
    );
    await sweep();
  });
}
