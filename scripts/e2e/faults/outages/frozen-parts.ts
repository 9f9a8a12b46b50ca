import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { getPaymentMethods, submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { getSessionsByStudentId } from '@portal/contract/sessions/sessions';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import { sweep } from '../../invariants/invariants.ts';
import { type HurtPortal, inTheMiddle } from '../harness/hurt-portal.ts';
import {
  aBuyer,
  buyPayBook,
  chargesOf,
  expectBoughtOnce,
  persist,
  purchase,
} from '../harness/people/buyer.ts';
import { withTwinOf } from '../harness/twin.ts';
import { inWords } from './network/network-faults.ts';

/**
 * Failpoints at which a purchase may pause for so long that another process takes it over: before
 * and after the charge, and with its result. During a commit its rows are locked: then the others
 * wait for it, or for the database to end its transaction.
 */
const standstills: { service: 'payments' | 'registration'; mark: string; isLocked?: boolean }[] = [
  { service: 'payments', mark: 'buyCreditsForRegistration.charge.before' },
  { service: 'payments', mark: 'buyCreditsForRegistration.charge.ran' },
  { service: 'payments', mark: 'buyCreditsForRegistration.settle.commit', isLocked: true },
  { service: 'registration', mark: 'buyExam.pay.before' },
  { service: 'registration', mark: 'buyExam.pay.ran' },
];
const processOf = { payments: 'buyCreditsForRegistration', registration: 'buyExam' } as const;
/** A process that is done, or free to be taken over. */
const ended = "status <> 'running'";
const leaseOver = 'lease_until < clock_timestamp()';

const PAUSED = {
  registration: { away: getSessionsByStudentId, there: getPaymentMethods },
  payments: { away: getCreditsInfo, there: getSessionsByStudentId },
} as const;

/** F21: a service is paused. */
export function pausedParts(
  hurt: () => HurtPortal,
  paused: readonly (keyof typeof PAUSED)[],
): void {
  test.each(paused.map((service) => ({ service, ...PAUSED[service] })))(
    'F21: while $service is paused the others answer and the portal names it; nothing is doubled',
    async ({ service, away, there }) => {
      const { portal, forgetMarks } = hurt();
      const [buyer, reader] = await Promise.all([aBuyer(), aBuyer()]);
      const key = randomUUID();
      forgetMarks();
      const bought = buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), key);
      await inTheMiddle(hurt(), 2);
      portal.kill(service, 'SIGSTOP');
      try {
        expect((await reader.person.ask(there, {})).status).toBe(200);
        expect(await reader.person.ask(away, {})).toMatchObject(inWords);
        expect((await reader.person.ask(there, {})).status).toBe(200);
      } finally {
        portal.kill(service, 'SIGCONT');
      }
      expect([200, 409, 503]).toContain((await bought).status);
      expect(
        await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key),
      ).toMatchObject({ error: null });
      expect(await chargesOf(buyer)).toHaveLength(1);
      expect((await reader.person.ask(away, {})).status).toBe(200);
      await sweep();
    },
  );
}

/** F21: the event loop of a service is busy. */
export function busyParts(hurt: () => HurtPortal): void {
  test('F21: a service busy for five seconds delays purchases and doubles none', async () => {
    const { portal, keepBusy, forgetMarks } = hurt();
    for (const part of ['registration', 'payments', 'bff']) {
      const buyers = await Promise.all([aBuyer(), aBuyer()]);
      forgetMarks();
      const bought = Promise.all(buyers.map(buyPayBook));
      await inTheMiddle(hurt(), 5);
      const deaths = portal.deaths(part);
      keepBusy(part, 5000);
      await bought;
      for (const buyer of buyers) await expectBoughtOnce(buyer);
      expect(portal.deaths(part)).toBe(deaths);
    }
    await sweep();
  });
}

/** F21: a replica is paused, and another takes over its work. */
export function pausedReplicas(hurt: () => HurtPortal): void {
  test('F21: another replica takes over from a paused one, which repeats nothing', async () => {
    const { portal, stopAt, standsStill } = hurt();
    for (const { service, mark, isLocked = false } of standstills) {
      const buyer = await aBuyer();
      const key = randomUUID();
      await withTwinOf(hurt(), service, async () => {
        stopAt(`${service} ${mark}`);
        const bought = buyer.person
          .ask(submitPaymentAndGetExam, purchase(buyer), key)
          .catch(() => null);
        await standsStill(service);
        try {
          // no shorter leases from the start: then the other may take over before the pause
          if (!isLocked)
            await sql(
              service,
              `UPDATE process SET lease_until = clock_timestamp()
               WHERE name = $1 AND scope = $2 AND status = 'running'`,
              [processOf[service], `student:${buyer.id}`],
            );
          const whereabouts = `SELECT 1 FROM process
            WHERE name = $1 AND scope = $2 AND ${isLocked ? leaseOver : ended}`;
          await until(
            () => sql(service, whereabouts, [processOf[service], `student:${buyer.id}`]),
            (found) => found.length === 1,
            40,
            100,
          );
        } finally {
          portal.kill(service, 'SIGCONT');
        }
        await bought;
        expect(
          await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key),
        ).toMatchObject({ error: null });
        expect({ mark, charges: (await chargesOf(buyer)).length }).toEqual({ mark, charges: 1 });
      });
    }
    await sweep();
  });
}
