import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/payments';
import { serviceNames, sql } from '../databases.ts';
import { rowOf } from '../flows.ts';
import { brokenInvariants, sweep } from '../invariants.ts';
import { until } from '../until.ts';
import { aBuyer, buyPayBook, chargesOf, expectBoughtOnce, expectGivenUpOnce, giveUp, purchase, subjectsTo } from './buyer.ts';
import { type HurtPortal, inTheMiddle } from './hurt-portal.ts';
import { withLeasesOf } from './leases.ts';
import { isBehind, telling } from './marks.ts';
import { quiet } from './quiet.ts';

/** F1: kill -9 at every marked step of buying, paying, booking and giving up; and of each service in the middle of it all. */
export function kills(hurt: () => HurtPortal): void {
  test('F1: a service that dies at any marked step of buying, paying, booking or giving up leaves one charge, one registration, one seat', async () => {
    const { dieAt, stillToDieAt } = hurt();
    const steps = await stepsOfTheWay(hurt());
    expect(steps.buying.length).toBeGreaterThan(15);
    expect(steps.givingUp.length).toBeGreaterThan(5);
    const died: Record<string, string[]> = {};
    await withLeasesOf(1.5, async () => {
      for (const mark of steps.buying) {
        const buyer = await aBuyer();
        dieAt(mark);
        await buyPayBook(buyer);
        died[mark] = stillToDieAt();
        await expectBoughtOnce(buyer);
      }
      for (const mark of steps.givingUp) {
        const buyer = await aBuyer();
        const registrationId = await buyPayBook(buyer);
        dieAt(mark);
        await giveUp(buyer, registrationId);
        died[mark] = stillToDieAt();
        await expectGivenUpOnce(buyer);
      }
    });
    expect(Object.entries(died).filter(([, left]) => left.length > 0)).toEqual([]);
    await sweep();
  }, 240_000);

  test('F1: a service that dies while it sends events and mails or handles them leaves each letter sent once', async () => {
    const { dieAt, stillToDieAt, portal } = hurt();
    const undisturbed = await aBuyer();
    const steps = await stepsOfTheWay(hurt(), undisturbed);
    expect(steps.behind.length).toBeGreaterThan(5);
    const buyer = await aBuyer();
    await quiet();
    dieAt(...steps.behind);
    await giveUp(buyer, await buyPayBook(buyer));
    await until(
      async () => stillToDieAt(),
      (left) => left.length === 0,
      30,
    );
    await portal.ready();
    await expectGivenUpOnce(buyer);
    await sweep();
    expect(await subjectsTo(buyer)).toEqual(await subjectsTo(undisturbed));
  }, 120_000);

  test('F1: whichever service is killed in the middle, everybody gets what they paid for, once', async () => {
    const { portal, forgetMarks } = hurt();
    for (const [place, name] of [...serviceNames, 'bff'].entries()) {
      const buyers = await Promise.all([aBuyer(), aBuyer(), aBuyer()]);
      forgetMarks();
      const bought = Promise.all(buyers.map(buyPayBook));
      await inTheMiddle(hurt(), 3 + 9 * place); // three buyers pass about a hundred steps
      portal.kill(name);
      await bought;
      await portal.ready();
      for (const buyer of buyers) await expectBoughtOnce(buyer);
    }
    await sweep();
  }, 180_000);

  test('F1, control: the sweep sees what a process leaves half-done when nobody takes it up again', async () => {
    const { dieAt, stillToDieAt, portal } = hurt();
    const buyer = await aBuyer();
    await withLeasesOf(86_400, async () => {
      dieAt('registration buyExam.pay.ran');
      await buyer.person.ask(submitPaymentAndGetExam, purchase(buyer), randomUUID()).catch(() => null);
      await until(
        async () => stillToDieAt(),
        (left) => left.length === 0,
      );
      await portal.ready();
      expect(await chargesOf(buyer)).toHaveLength(1);
      const broken = (await brokenInvariants()).join();
      expect(broken).toContain('no process is stuck');
      expect(broken).toContain('half-made');
    });
    await sql('registration', "UPDATE process SET lease_until = '-infinity' WHERE status = 'running'");
    await sweep();
    expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({ status: 'registered' });
  }, 90_000);
}

interface Steps {
  buying: string[];
  givingUp: string[];
  /** Steps that nobody waits for: of relays, consumers and mail. */
  behind: string[];
}

/** Where a service can die on the way of a buyer, found by going it undisturbed. */
async function stepsOfTheWay({ forgetMarks, marksPassed }: HurtPortal, buyer?: Awaited<ReturnType<typeof aBuyer>>): Promise<Steps> {
  const walker = buyer ?? (await aBuyer());
  await quiet();
  forgetMarks();
  const registrationId = await buyPayBook(walker);
  const buying = marksPassed();
  forgetMarks();
  await giveUp(walker, registrationId);
  await expectGivenUpOnce(walker);
  const givingUp = marksPassed();
  await sweep();
  return {
    buying: telling(buying),
    givingUp: telling(givingUp),
    behind: [...new Set([...buying, ...marksPassed()].filter(isBehind))],
  };
}
