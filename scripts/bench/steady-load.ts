import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import {
  getPaymentMethods,
  purchaseCreditsWithProfile,
  saveCreditCard,
} from '@portal/contract/purchases/payments';
import { getOpenedSessions, getSessionsByStudentId } from '@portal/contract/sessions/sessions';
import { getCreditsInfo } from '@portal/contract/students/student';
import { aNewCard } from '../e2e/cards/card.ts';
import { creditPrice } from '../e2e/cards/credit-price.ts';
import { breakPartner, mendPartners } from '../portal/processor.ts';
import type { Person } from '../portal-user/person.ts';
import type { Portal } from '../start/portal-handle.ts';
import { atRate, percentile95 } from './at-rate.ts';
import { aStudent, forEach, signedIn } from './people.ts';

const PER_SECOND = 100;
const SECONDS = 20;
const STUDENTS = 40;
/** One request of this many buys a credit. */
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
 * Sends 100 requests a second whether earlier ones are answered or not, one in twenty a purchase
 * with a saved card, while the processor answers after 20 ms. Durations count from when a request
 * was due, in milliseconds.
 */
export async function steadyLoad(
  portal: Portal,
): Promise<{ reads: number; purchases: number; perSecond: number }> {
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
  const perSecond = await atRate(PER_SECOND, SECONDS, one);
  await mendPartners();
  return { reads: percentile95(times.read), purchases: percentile95(times.purchase), perSecond };
}

async function aBuyer(portal: Portal): Promise<Buyer> {
  const person = await signedIn(portal.url, await aStudent());
  const { paymentMethod } = await person.do(saveCreditCard, await aNewCard(portal.sandboxUrl));
  const pricePerCredit = await creditPrice(person);
  return { person, ccId: paymentMethod.ccId, price: pricePerCredit };
}

const buy = ({ person, ccId, price }: Buyer) =>
  person.do(purchaseCreditsWithProfile, { numberOfCredits: 1, ccId, amount: price });
