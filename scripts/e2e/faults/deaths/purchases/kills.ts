import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { serviceNames, sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { rowOf } from '../../../exams/registrations.ts';
import { brokenInvariants, sweep } from '../../../invariants/invariants.ts';
import { distinctFailpoints, isBehind, stepsIn } from '../../harness/failpoints.ts';
import { type HurtPortal, inTheMiddle } from '../../harness/hurt-portal.ts';
import { withLeasesOf } from '../../harness/leases.ts';
import {
  aBuyer,
  type Buyer,
  buyPayBook,
  cancelExam,
  chargesOf,
  expectBoughtOnce,
  expectCancelledOnce,
  expectGotAgainOnce,
  getAgain,
  purchase,
  subjectsTo,
} from '../../harness/people/buyer.ts';
import { quiet } from '../../harness/quiet.ts';

/** Dies at each of the failpoints in turn while a buyer goes a leg of the way. */
async function dying(
  { dieAt, diedAtAll }: HurtPortal,
  marks: readonly string[],
  begin: Leg,
  leg: Leg,
): Promise<void> {
  for (const mark of marks) {
    const walker = await aWalker();
    await begin(walker);
    dieAt(mark);
    await leg(walker);
    await diedAtAll();
  }
}

/** F1: kill -9 after the charge, in the service that charged and in its caller. */
export function killsAfterTheCharge(hurt: () => HurtPortal): void {
  test('F1: a service that dies after a charge makes one charge, registration, seat', async () => {
    const marks = ['payments buyCreditsForRegistration.charge.ran', 'registration buyExam.pay.ran'];
    await withLeasesOf(1.5, () => dying(hurt(), marks, async () => {}, buying));
    await sweep();
  });
}

/** F1: kill -9 at every marked step of buying, paying, booking and cancelling. */
export function killsAtEveryStep(hurt: () => HurtPortal): void {
  let found: Promise<Steps> | undefined;
  const stepsOfTheWay = (): Promise<Steps> => {
    found ??= findSteps(hurt());
    return found;
  };

  test('F1: a service that dies at any step makes one charge, registration, seat', async () => {
    const steps = await stepsOfTheWay();
    expect([
      steps.buying.length > 15,
      steps.cancelling.length > 5,
      steps.getting.length > 5,
    ]).toEqual([true, true, true]);
    await withLeasesOf(1.5, async () => {
      await dying(hurt(), steps.buying, async () => {}, buying);
      await dying(hurt(), steps.cancelling, buying, cancelling);
      await dying(
        hurt(),
        steps.getting,
        async (walker) => buying(walker).then(() => cancelling(walker)),
        getting,
      );
    });
    await sweep();
  });

  test('F1: a service that dies while it handles events and emails sends each once', async () => {
    const { dieAt, stillToDieAt, portal } = hurt();
    const { behind, subjects } = await stepsOfTheWay();
    expect([behind.length > 5, subjects.length > 5]).toEqual([true, true]);
    const walker = await aWalker();
    await quiet();
    dieAt(...behind);
    await buying(walker);
    await cancelling(walker);
    await getting(walker);
    await until(
      async () => stillToDieAt(),
      (left) => left.length === 0,
      90,
    );
    await portal.ready();
    await sweep();
    expect(await subjectsTo(walker.buyer)).toEqual(subjects);
  });
}

/** F1: kill -9 of a service while three buyers use the portal. */
export function killsInTheMiddle(
  hurt: () => HurtPortal,
  parts: readonly string[] = [...serviceNames, 'bff'],
): void {
  test.each(parts.map((part, place) => ({ part, place })))(
    'F1: when $part is killed in the middle, each buyer gets what they paid for, once',
    async ({ part, place }) => {
      const { portal, forgetMarks } = hurt();
      const buyers = await Promise.all([aBuyer(), aBuyer(), aBuyer()]);
      forgetMarks();
      const bought = Promise.all(buyers.map(buyPayBook));
      await inTheMiddle(hurt(), 3 + 9 * place); // three buyers pass about a hundred steps
      portal.kill(part);
      await bought;
      await portal.ready();
      for (const buyer of buyers) await expectBoughtOnce(buyer);
      await sweep();
    },
  );
}

/** The damage when no process takes over the work of a dead one. */
export function killsControl(hurt: () => HurtPortal): void {
  test('F1, control: the sweep sees the unfinished work of a dead process', async () => {
    const { dieAt, diedAtAll, portal } = hurt();
    const buyer = await aBuyer();
    await withLeasesOf(86_400, async () => {
      dieAt('registration buyExam.pay.ran');
      await buyer.person
        .ask(submitPaymentAndGetExam, purchase(buyer), randomUUID())
        .catch(() => null);
      await diedAtAll();
      await portal.ready();
      expect(await chargesOf(buyer)).toHaveLength(1);
      const broken = (await brokenInvariants()).join();
      expect(broken).toContain('no process is stuck');
      expect(broken).toContain('left pending');
    });
    await sql(
      'registration',
      "UPDATE process SET lease_until = '-infinity' WHERE status = 'running'",
    );
    await sweep();
    expect(await rowOf(buyer.person, buyer.exam.id)).toMatchObject({ status: 'registered' });
  });
}

interface Walker {
  buyer: Buyer;
  registrationId: number;
}
const aWalker = async (): Promise<Walker> => ({ buyer: await aBuyer(), registrationId: 0 });
type Leg = (walker: Walker) => Promise<void>;

const buying: Leg = async (walker) => {
  walker.registrationId = await buyPayBook(walker.buyer);
  await expectBoughtOnce(walker.buyer);
};
const cancelling: Leg = async ({ buyer, registrationId }) => {
  await cancelExam(buyer, registrationId);
  await expectCancelledOnce(buyer);
};
const getting: Leg = async ({ buyer }) => {
  await getAgain(buyer);
  await expectGotAgainOnce(buyer);
};

interface Steps {
  buying: string[];
  cancelling: string[];
  getting: string[];
  /** Steps in the background: of relays, consumers and mail. */
  behind: string[];
  /** The subjects of the resulting mails. */
  subjects: string[];
}

/** Returns the failpoints on the way of a buyer, found by an undisturbed one. */
async function findSteps({ forgetMarks, marksPassed }: HurtPortal): Promise<Steps> {
  const undisturbed = await aWalker();
  const passedOn = async (leg: Leg): Promise<string[]> => {
    await quiet();
    forgetMarks();
    await leg(undisturbed);
    await sweep();
    return marksPassed();
  };
  const passed = [
    await passedOn(buying),
    await passedOn(cancelling),
    await passedOn(getting),
  ] as const;
  const [buys, cancels, gets] = passed;
  const steps = {
    buying: distinctFailpoints(buys),
    cancelling: distinctFailpoints(cancels),
    getting: distinctFailpoints(gets),
  };
  return {
    ...steps,
    behind: stepsIn(passed.flat()).filter(isBehind),
    subjects: await subjectsTo(undisturbed.buyer),
  };
}
