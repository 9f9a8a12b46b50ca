// Students buy credits by card: one in three types a new card in, whose token comes from the
// processor as in the page, the others pay with a saved one. Needs CARDS_URL.
import { check } from 'k6';
import exec from 'k6/execution';
import { Counter } from 'k6/metrics';
import { demandProcessor, merchant, newCard } from './shared/cards.js';
import { creditsOf } from './shared/exams.js';
import { thresholds } from './shared/limits.js';
import { nextOf, signInStudents } from './shared/people.js';
import { ask, askAll } from './shared/portal.js';
import { pace, steady } from './shared/settings.js';

export { handleSummary } from './shared/summary.js';

const bought = new Counter('credits_bought');
const { rate, seconds } = pace({ rate: 10, duration: '1m' });

export const options = {
  setupTimeout: '10m',
  scenarios: { buying: steady('buy', { rate, seconds }) },
  thresholds: thresholds(
    ['getCreditsInfo', 'purchaseCreditsWithProfile', 'purchaseCredits', 'removePaymentMethod'],
    { iterations: rate * seconds, more: { credits_bought: ['count>0'] } },
  ),
};

/** Everybody saves a card. */
export function setup() {
  demandProcessor();
  bought.add(0);
  const shop = merchant();
  const students = signInStudents();
  const saved = askAll(
    students.map(({ cookie }) => ({
      name: 'saveCreditCard',
      cookie,
      keyed: true,
      body: newCard(shop),
    })),
  );
  const refused = saved.find(({ ok }) => !ok);
  if (refused) throw new Error(`A card could not be saved: ${refused.code}.`);
  return {
    shop,
    students: students.map((student, index) => ({
      ...student,
      ccId: saved[index].body.paymentMethod.ccId,
    })),
  };
}

export function buy({ students, shop }) {
  const { cookie, ccId } = nextOf(students);
  const before = creditsOf(cookie);
  if (before === null) return;
  const isNew = exec.scenario.iterationInTest % 3 === 0;
  const order = { numberOfCredits: 1, amount: before.pricePerCredit };
  const answer = isNew
    ? ask({ name: 'purchaseCredits', cookie, keyed: true, body: { ...order, ...newCard(shop) } })
    : ask({ name: 'purchaseCreditsWithProfile', cookie, keyed: true, body: { ...order, ccId } });
  if (!answer.ok) return;
  bought.add(1);
  const after = creditsOf(cookie);
  if (after !== null)
    check(after, {
      'one credit more is there': ({ totalCredits }) => totalCredits === before.totalCredits + 1,
    });
  // a student keeps a handful of cards
  if (isNew)
    ask({
      name: 'removePaymentMethod',
      cookie,
      keyed: true,
      body: { ccId: answer.body.paymentMethod.ccId },
    });
}
