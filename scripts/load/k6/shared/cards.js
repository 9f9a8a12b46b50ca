// Cards, as the processor's browser library turns them into tokens: the portal never sees a number.
//   CARDS_URL  the processor's JSON interface   none: scenarios with cards cannot run
import http from 'k6/http';
import { base } from './settings.js';

const processor = __ENV.CARDS_URL || '';

/** Ends the run with one sentence when CARDS_URL names no processor that gives tokens. */
export function demandProcessor() {
  if (!processor)
    throw new Error('CARDS_URL is not set: cards need the test system of the processor.');
}

/** Settings that the portal's page passes to the processor's library; none of them is secret. */
export function merchant() {
  const page = http.get(`${base}/`, { tags: { name: 'page' } }).body;
  const named = (name) => new RegExp(`"${name}":"([^"]*)"`).exec(page)?.[1];
  return { name: named('cardsLoginId'), clientKey: named('cardsClientKey') };
}

/** Draws a valid Visa number that is not in use. */
function visaNumber() {
  const digits = `4${Array.from({ length: 14 }, () => Math.floor(Math.random() * 10)).join('')}`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/**
 * A new card as the page sends it to the portal. Throws when the processor gives no token.
 * @param {{ name: string, clientKey: string }} merchantAuthentication
 */
export function newCard(merchantAuthentication) {
  const number = visaNumber();
  const year = new Date().getFullYear() + 3;
  const token = {
    cardNumber: number,
    expirationDate: `12${year}`,
    cardCode: '123',
    zip: '11230',
    fullName: 'Dana Levi',
  };
  const body = {
    securePaymentContainerRequest: {
      merchantAuthentication,
      data: { type: 'TOKEN', id: crypto.randomUUID(), token },
    },
  };
  const answer = http.post(processor, JSON.stringify(body), {
    headers: { 'content-type': 'application/json' },
    tags: { name: 'processor' },
  });
  // the processor begins its answers with a byte order mark
  const { opaqueData } = JSON.parse(String(answer.body).replace(/^[^{]*/, ''));
  if (!opaqueData) throw new Error(`the processor gave no token: ${answer.body}`);
  return {
    acceptPaymentDescriptor: opaqueData.dataDescriptor,
    acceptPaymentValue: opaqueData.dataValue,
    ccLast4: number.slice(-4),
    ccExpMonth: 12,
    ccExpYear: year,
    billingZipCode: '11230',
    cardholderName: 'Dana Levi',
    cardType: 'Visa',
  };
}
