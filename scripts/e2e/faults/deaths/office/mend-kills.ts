import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { mendDifference, reconcileDay } from '@portal/contract/payments/reconciliation';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import {
  aLostPayment,
  aSettledDay,
  dayOf,
  onlyThere,
  refundsThere,
  theDifference,
} from '../../../payments/settled-days.ts';
import { signedInStaff } from '../../../people/staff.ts';
import { aStudent } from '../../../people/students.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { killedEverywhere } from '../../harness/killed-everywhere.ts';

/** Mends as the page does, again with the same key until it is mended. */
async function mended(
  superAdmin: Person,
  { date, differenceId }: { date: string; differenceId: number },
  action: 'finish_payment' | 'refund_there',
): Promise<void> {
  const key = randomUUID();
  const mend = { differenceId, action, comment: 'Seen by us' };
  await until(
    () => superAdmin.ask(mendDifference, mend, key).catch(() => null),
    (answer) => answer?.status === 200,
    60,
    150,
  );
  await until(
    () => dayOf(superAdmin, date).catch(() => null),
    (day) => day?.list[0]?.state === 'mended',
    60,
    150,
  );
}

const auditedOnce = async (differenceId: number): Promise<number> =>
  (
    await sql(
      'payments',
      `SELECT 1 FROM audit WHERE table_name = 'payment_difference' AND row_id = $1
        AND change->>'state' = 'mended'`,
      [String(differenceId)],
    )
  ).length;

/** Kill -9 at every marked step of comparing a day and of the mends that call the processor. */
export function mendKills(hurt: () => HurtPortal): void {
  test('F1: a service that dies while it finishes a lost payment finishes it once', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^payments (mendDifference|repair)/,
      atLeast: 5,
      prepare: async () => {
        const date = aSettledDay();
        const { id } = await aStudent();
        const { paymentId, invoiceNumber } = await aLostPayment(id);
        await onlyThere(date, { cents: 1500, invoiceNumber });
        const { differenceId } = await theDifference(superAdmin, date);
        return { date, differenceId, paymentId };
      },
      act: (subject) => mended(superAdmin, subject, 'finish_payment'),
      expectDoneOnce: async ({ differenceId, paymentId }, mark) => {
        const entries = await until(
          () =>
            sql<{ kind: string }>(
              'payments',
              'SELECT kind FROM money_entry WHERE payment_id = $1 ORDER BY id',
              [paymentId],
            ),
          ({ length }) => length >= 2,
          60,
        );
        expect([mark, entries.map(({ kind }) => kind), await auditedOnce(differenceId)]).toEqual([
          mark,
          ['capture', 'refund'],
          1,
        ]);
      },
    });
  });

  test('F1: a service that dies during a refund at the processor refunds once', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^payments mendDifference/,
      atLeast: 5,
      prepare: async () => {
        const date = aSettledDay();
        await onlyThere(date);
        return { date, ...(await theDifference(superAdmin, date)) };
      },
      act: (subject) => mended(superAdmin, subject, 'refund_there'),
      expectDoneOnce: async ({ differenceId }, mark) => {
        expect([mark, await refundsThere(differenceId), await auditedOnce(differenceId)]).toEqual([
          mark,
          1,
          1,
        ]);
      },
    });
  });

  test('F1: a service that dies while it compares a day compares it once', async () => {
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    await killedEverywhere(hurt(), {
      steps: /^payments compareDay/,
      atLeast: 5,
      prepare: async () => {
        const date = aSettledDay();
        await onlyThere(date);
        return date;
      },
      act: async (date) => {
        const key = randomUUID();
        await until(
          () => superAdmin.ask(reconcileDay, { date, account: 'TTI' }, key).catch(() => null),
          (answer) => answer?.status === 202,
          60,
          150,
        );
      },
      expectDoneOnce: async (date, mark) => {
        const { state, open, running } = await until(
          () => dayOf(superAdmin, date),
          (day) => !day.running && day.lastRun !== null,
          60,
        );
        const announced = await sql(
          'payments',
          `SELECT 1 FROM outbox WHERE type = 'payments.reconciliation_difference'
            AND payload->'data'->>'day' = $1`,
          [date],
        );
        expect([mark, state, open, running, announced.length]).toEqual([
          mark,
          'differences',
          1,
          false,
          1,
        ]);
      },
    });
  });
}
