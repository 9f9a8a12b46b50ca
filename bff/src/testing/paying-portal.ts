import { TEST_NOW } from '@portal/access/testing/test-clock';
import { aPortal, type FakeServices } from './portal.ts';
import { aRegistration, catalogOf } from './records.ts';

const CARD_YEAR = TEST_NOW.getFullYear() + 4;

/** A new card as a browser sends it. */
export const newCard = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'eyJjb2RlIjoiNTBfMiJ9',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: CARD_YEAR % 100,
  billingZipCode: '10952',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};
/** The same card in requests to services. */
export const cardOfServices = {
  descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  value: 'eyJjb2RlIjoiNTBfMiJ9',
  last4: '1111',
  expMonth: 12,
  expYear: CARD_YEAR,
  billingZip: '10952',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};
/** A saved card and a new one in requests to services. */
export const savedMethod = { ccId: '4001', newCard: undefined };
export const newMethod = { ccId: undefined, newCard: cardOfServices };

/** Creates a portal whose services record their requests and answer as given. */
export function portalWith(answers: Record<string, () => unknown>, services: FakeServices = {}) {
  const requests: unknown[] = [];
  const note = (rpc: string) => (request: never) => {
    requests.push(request);
    return answers[rpc]?.();
  };
  const capability = (...rpcs: string[]) => Object.fromEntries(rpcs.map((rpc) => [rpc, note(rpc)]));
  const made = aPortal({
    services: {
      catalog: catalogOf(),
      payments: {
        purchases: capability('buyCredits', 'buyPackage'),
        cards: capability('listCards', 'saveCard', 'removeCard', 'setDefaultCard'),
        fees: capability('payFees'),
        credits: { ...capability('assignPackage'), listExamOffers: () => ({ offers: [] }) },
      },
      registration: {
        registrations: {
          ...capability('buyExam'),
          listRegistrations: () => ({
            registrations: [aRegistration({ proctorFeeCents: 0 })],
            notEligibleExamIds: [],
            refusedExams: [],
            memberWithoutExam2Years: false,
          }),
        },
      },
      ...services,
    },
  });
  return { made, requests };
}
