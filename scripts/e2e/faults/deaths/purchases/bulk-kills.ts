import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { payRegisterAndSchedule } from '@portal/contract/schools';
import { inDatabase, sql } from '../../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../../portal/processor.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { creditPrice } from '../../../cards/credit-price.ts';
import { anExam } from '../../../exams/catalogue.ts';
import { savedCard } from '../../../exams/registrations.ts';
import { brokenInvariants, sweep } from '../../../invariants/invariants.ts';
import {
  aSchool,
  aSchoolStudent,
  balanceOf,
  bulkOrder,
  bulkRun,
  type Chosen,
  registrationStates,
  SCHOOL_PRICE,
  type TestSchool,
} from '../../../people/schools.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { SignedIn } from '../../../people/students.ts';
import { distinctFailpoints, isBehind } from '../../harness/failpoints.ts';
import { type HurtPortal, inTheMiddle } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import { chargesOf } from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

/**
 * A school with one student and the exams to register: one exam, and one with a fee of its own of
 * $20.
 */
interface Order {
  school: TestSchool;
  chosen: Chosen & { student: { id: number } };
  /** What the run costs, in dollars. */
  cost: number;
}
const BALANCE = 1000;

interface RunData {
  admin: Person;
  exams: readonly number[];
}
const createRunData = async (): Promise<RunData> => ({
  admin: await signedInStaff('ROLE_ADMIN'),
  exams: await Promise.all([anExam(), anExam({ additionalChargeCents: 2000 })]),
});

async function byBalance({ exams }: RunData): Promise<Order> {
  const school = await aSchool({ balance: BALANCE });
  return {
    school,
    chosen: { student: await aSchoolStudent(school.id), exams },
    cost: 6 * SCHOOL_PRICE + 20,
  };
}
async function byCard({ exams }: RunData): Promise<Order> {
  const school = await aSchool();
  const student = await aSchoolStudent(school.id, { credits: 2 });
  const { ccId } = await savedCard(student.person);
  const pricePerCredit = await creditPrice(student.person);
  return {
    school,
    chosen: { student, exams, ccId },
    cost: 4 * pricePerCredit + 20,
  };
}

/** Both exams are registered and paid, each once. */
async function expectDoneOnce({ school, chosen, cost }: Order): Promise<void> {
  expect(await registrationStates(chosen.student.id)).toEqual(['scheduled', 'scheduled']);
  const charged = (await chargesOf(chosen.student)).map(({ amount }) => amount);
  if (chosen.ccId) expect(charged).toEqual([cost]);
  else expect([charged, await balanceOf(school.id)]).toEqual([[], BALANCE - cost]);
}

/** Returns the failpoints of a run, found by an undisturbed one. */
async function stepsOf(
  order: Order,
  { admin }: RunData,
  { forgetMarks, marksPassed }: HurtPortal,
): Promise<string[]> {
  await quiet();
  forgetMarks();
  await bulkRun(admin, bulkOrder(order.school, [order.chosen]));
  const passed = marksPassed();
  await expectDoneOnce(order);
  const ofSchools = [...new Set(passed)].filter(
    (mark) => mark.startsWith('schools bulkRun.') && !isBehind(mark),
  );
  return [...ofSchools, ...distinctFailpoints(passed)];
}

/** Runs once for each failpoint, at which a service dies. */
async function dying(
  { dieAt, diedAtAll }: HurtPortal,
  marks: readonly string[],
  { all, order }: { all: RunData; order: typeof byBalance },
): Promise<void> {
  await withLeasesOf(1.5, async () => {
    for (const mark of marks) {
      const one = await order(all);
      dieAt(mark);
      await bulkRun(all.admin, bulkOrder(one.school, [one.chosen]));
      await expectDoneOnce(one);
      await diedAtAll();
    }
  });
}

/** F7: a bulk run whose service dies after the payment, by card and by the school's balance. */
export function bulkKillsAfterTheCharge(hurt: () => HurtPortal): void {
  test('F7: a service that dies after a bulk run paid registers and pays exams once', async () => {
    const all = await createRunData();
    await dying(hurt(), ['payments payBulkExams.charge.ran'], { all, order: byCard });
    await sweep();
  });
}

/** F7: a service dies at each step of a bulk run. */
export function bulkKillsAtEveryStep(hurt: () => HurtPortal): void {
  test('F7: a service that dies during a bulk run registers and pays exams once', async () => {
    const all = await createRunData();
    for (const order of [byBalance, byCard]) {
      const steps = await stepsOf(await order(all), all, hurt());
      expect(steps.length).toBeGreaterThan(12);
      await dying(hurt(), steps, { all, order });
    }
    await sweep();
  });
}

/** F7: half of a bulk run fails while a service dies. */
export function bulkKillsInTheMiddle(hurt: () => HurtPortal, parts: readonly string[]): void {
  test.each(parts)(
    'F7: killing %s in a run of which half fails registers the other half, without paying twice',
    async (part) => {
      const { portal, forgetMarks } = hurt();
      const { admin, exams } = await createRunData();
      const school = await aSchool();
      const students = await Promise.all(
        Array.from({ length: 12 }, () => aSchoolStudent(school.id)),
      );
      const chosen = await Promise.all(
        students.map(async (student) => ({
          student,
          exams,
          ccId: (await savedCard(student.person)).ccId,
        })),
      );
      const pricePerCredit = await creditPrice((students[0] as SignedIn).person);
      await breakPartner({
        partner: 'cards',
        mode: 'decline',
        count: 6,
        operation: 'createTransactionRequest',
      });
      forgetMarks();
      const ordered = bulkRun(admin, bulkOrder(school, chosen));
      await inTheMiddle(hurt(), 60);
      portal.kill(part);
      const result = await ordered;
      await portal.ready();
      await mendPartners();
      for (const student of students) {
        const isPaid = Object.values(result.registrations[String(student.id)]?.exams ?? {}).every(
          (text) => text === 'success',
        );
        const charged = (await chargesOf(student)).map(({ amount }) => amount);
        expect([charged, await registrationStates(student.id)]).toEqual(
          isPaid
            ? [[6 * pricePerCredit + 20], ['scheduled', 'scheduled']]
            : [[], ['dropped', 'dropped']],
        );
      }
      await sweep();
    },
  );
}

/** F7: two people spend a school's balance at once. */
export function balanceRace(): void {
  test('F7: two people who spend a school’s balance at once never overdraw it', async () => {
    const { admin, exams } = await createRunData();
    const other = await signedInStaff('ROLE_ADMIN');
    const school = await aSchool({ balance: 6 * SCHOOL_PRICE + 20 });
    const orders = await Promise.all(
      [1, 2, 3].map(async () =>
        bulkOrder(school, [{ student: await aSchoolStudent(school.id), exams }]),
      ),
    );
    const answers = await Promise.all(
      orders.map((order, index) =>
        [admin, other][index % 2]?.ask(payRegisterAndSchedule, order, randomUUID()),
      ),
    );
    const codes = answers.map((answer) => answer?.body.code ?? 'run');
    expect(codes.filter((code) => code === 'run')).toHaveLength(1);
    for (const code of codes)
      expect(['run', 'run_in_progress', 'school_balance_too_low']).toContain(code);
    // an interrupted run continues automatically
    await until(
      () => balanceOf(school.id),
      (left) => left === 0,
    );
    await sweep();
  });
}

/** The damage when the ledger does not guard the balance. */
export function balanceControl(): void {
  test('F7, control: without the trigger two runs overdraw; the sweep sees it', async () => {
    const school = await aSchool({ balance: 100 });
    expect(await takeNaively(school.id)).toBe(1);
    await sql('schools', 'ALTER TABLE balance_line DISABLE TRIGGER balance_line_moves_balance');
    expect(await takeNaively(school.id)).toBe(2);
    expect((await brokenInvariants()).join()).toContain(
      'the balance of a school is the sum of its entries',
    );
    await inDatabase('schools', async (ask) => {
      await ask('ALTER TABLE balance_line ENABLE TRIGGER balance_line_moves_balance');
      for (const change of ['DISABLE', 'ENABLE']) {
        for (const table of ['balance_line', 'balance_entry'])
          await ask(`ALTER TABLE ${table} ${change} TRIGGER ${table}_append_only`);
        if (change === 'ENABLE') break;
        await ask(
          `DELETE FROM balance_line USING balance_entry e
           WHERE e.id = entry_id AND e.school_id = $1 AND e.kind = 'registration'`,
          [school.id],
        );
        await ask("DELETE FROM balance_entry WHERE school_id = $1 AND kind = 'registration'", [
          school.id,
        ]);
        await ask('UPDATE school_balance SET balance_cents = 10000 WHERE school_id = $1', [
          school.id,
        ]);
      }
    });
    await sweep();
  });
}

/**
 * Lets two transactions take the whole balance without a lock: both read it, then both take it.
 * Returns how many succeeded.
 */
async function takeNaively(schoolId: number): Promise<number> {
  const looks = Promise.withResolvers<void>();
  let looked = 0;
  const naive = (registrationId: number) =>
    inDatabase('schools', async (ask) => {
      await ask('BEGIN');
      const [row] = await ask<{ balance_cents: string }>(
        'SELECT balance_cents FROM school_balance WHERE school_id = $1',
        [schoolId],
      );
      looked += 1;
      if (looked === 2) looks.resolve();
      await looks.promise;
      const cents = Number(row?.balance_cents ?? 0) || 10_000;
      const [entry] = await ask<{ id: string }>(
        `INSERT INTO balance_entry (school_id, kind, entered_at, day, registration_id, entered_by)
         VALUES ($1, 'registration', now(), now()::date, $2, 'e2e') RETURNING id`,
        [schoolId, registrationId],
      );
      await ask(
        `INSERT INTO balance_line (entry_id, account, amount_cents)
         VALUES ($1, 'balance', $2), ($1, 'usage', $3)`,
        [entry?.id, -cents, cents],
      );
      await ask('COMMIT');
    });
  const first = -Math.floor(Math.random() * 1e9) - 1;
  const settled = await Promise.allSettled([naive(first), naive(first - 1)]);
  return settled.filter(({ status }) => status === 'fulfilled').length;
}
