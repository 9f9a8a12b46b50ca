import { getAllExamsAccordingStudent } from '@portal/contract/exams';
import { getPaymentMethods, purchaseCreditsWithProfile, saveCreditCard } from '@portal/contract/payments';
import { getOpenedSessions, getSessionsByStudentId } from '@portal/contract/sessions';
import { getCreditsInfo } from '@portal/contract/student';
import { aNewCard } from '../e2e/card.ts';
import type { Person } from '../e2e/person.ts';
import { breakPartner, mendPartners } from '../e2e/processor.ts';
import type { Portal } from '../start/portal-handle.ts';
import { aStudent, forEach, signedIn } from './people.ts';

const PER_SECOND = 100;
const SECONDS = 20;
const STUDENTS = 40;
/** One request in so many buys a credit. */
const BUYS = 20;

interface Buyer {
  person: Person;
  ccId: string;
  price: number;
}

const reads: readonly ((person: Person) => Promise<unknown>)[] = [
  (person) => person.do(getAllExamsAccordingStudent, {}),
  (person) => person.do(getCreditsInfo, {}),
  (person) => person.do(getSessionsByStudentId, {}),
  (person) => person.do(getPaymentMethods, {}),
  (person) => person.do(getOpenedSessions, {}),
];

/**
 * Requests that come 100 a second whether the earlier ones are answered or not, one in twenty a purchase with a saved card, the processor answering after
 * 20 ms. Times count from when a request was due. Milliseconds.
 */
export async function steadyLoad(portal: Portal): Promise<{ reads: number; purchases: number; perSecond: number }> {
  const buyers = await forEach(Array.from({ length: STUDENTS }), () => aBuyer(portal));
  await breakPartner({ partner: 'cards', mode: 'slow', ms: 20 });
  const times = { read: [] as number[], purchase: [] as number[] };
  const one = async (n: number, due: number) => {
    const buyer = buyers[(n + Math.floor(n / BUYS)) % buyers.length] as Buyer;
    const buys = n % BUYS === 0;
    if (buys) await buy(buyer);
    else await reads[n % reads.length]?.(buyer.person);
    if (due > 0) times[buys ? 'purchase' : 'read'].push(performance.now() - due);
  };
  await forEach(
    Array.from({ length: 200 }, (_, n) => n),
    (n) => one(n, 0),
    8,
  ); // warm
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (let n = 0; n < PER_SECOND * SECONDS; n++) {
    const due = started + (n * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((next) => setTimeout(next, wait));
    answers.push(one(n, due));
  }
  await Promise.all(answers);
  const perSecond = answers.length / ((performance.now() - started) / 1000);
  await mendPartners();
  return { reads: percentile95(times.read), purchases: percentile95(times.purchase), perSecond };
}

async function aBuyer(portal: Portal): Promise<Buyer> {
  const person = await signedIn(portal.url, await aStudent());
  const { paymentMethod } = await person.do(saveCreditCard, await aNewCard(portal.sandboxUrl));
  const { pricePerCredit } = await person.do(getCreditsInfo, {});
  return { person, ccId: paymentMethod.ccId, price: pricePerCredit };
}

const buy = ({ person, ccId, price }: Buyer) => person.do(purchaseCreditsWithProfile, { numberOfCredits: 1, ccId, amount: price });

const percentile95 = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;
