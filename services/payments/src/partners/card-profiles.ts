import { z } from 'zod';
import { ask, askOk, errorOf, scalar } from './authorize-net.ts';

/** What the processor is told about a new card, beside the opaque value that stands for it. */
export interface CardOnFile {
  descriptor: string;
  value: string;
  last4: string;
  expMonth: number;
  expYear: number;
  billingZip: string;
  cardholderName: string;
}

const expiry = ({ expMonth, expYear }: Pick<CardOnFile, 'expMonth' | 'expYear'>) => `${expYear}-${String(expMonth).padStart(2, '0')}`;
function billTo({ cardholderName, billingZip }: Pick<CardOnFile, 'cardholderName' | 'billingZip'>) {
  const [first = '', ...rest] = cardholderName.trim().split(/\s+/);
  return { firstName: first.slice(0, 50), lastName: rest.join(' ').slice(0, 50), zip: billingZip };
}

/** The customer profile of a student, made when there is none. Throws NoAnswer or ProcessorError. */
export async function customerProfile(studentId: number): Promise<string> {
  const answer = await ask(
    'createCustomerProfileRequest',
    { profile: { merchantCustomerId: String(studentId) } },
    {
      customerProfileId: scalar.nullish(),
    },
  );
  if (answer.messages.resultCode === 'Ok' && answer.customerProfileId) return answer.customerProfileId;
  const refused = errorOf(answer);
  if (refused.code !== 'E00039') throw refused;
  const known = answer.customerProfileId ?? /\bID (\d+)/.exec(refused.text)?.[1];
  if (!known) throw refused;
  return known;
}

/** Adds a card to a customer and has its bank asked. A card that is there already is renewed. Answers its payment profile. Throws NoAnswer or ProcessorError. */
export async function addCard(customerProfileId: string, card: CardOnFile): Promise<string> {
  const answer = await ask(
    'createCustomerPaymentProfileRequest',
    {
      customerProfileId,
      paymentProfile: {
        billTo: billTo(card),
        payment: { opaqueData: { dataDescriptor: card.descriptor, dataValue: card.value } },
      },
      validationMode: 'liveMode',
    },
    { customerPaymentProfileId: scalar.nullish() },
  );
  const ccId = answer.customerPaymentProfileId;
  if (answer.messages.resultCode === 'Ok' && ccId) return ccId;
  const refused = errorOf(answer);
  if (refused.code !== 'E00039' || !ccId) throw refused;
  await askOk(
    'updateCustomerPaymentProfileRequest',
    {
      customerProfileId,
      paymentProfile: {
        billTo: billTo(card),
        payment: { creditCard: { cardNumber: `XXXX${card.last4}`, expirationDate: expiry(card) } },
        customerPaymentProfileId: ccId,
      },
      validationMode: 'liveMode',
    },
    {},
  );
  return ccId;
}

const profiles = z.object({
  paymentProfiles: z
    .array(
      z.object({
        customerPaymentProfileId: scalar,
        payment: z.object({ creditCard: z.object({ cardNumber: z.string(), expirationDate: z.string() }).nullish() }).nullish(),
      }),
    )
    .nullish(),
});

/** The newest card of a customer with these last digits and this expiry, to find again what an answer that was lost had made. Throws NoAnswer or ProcessorError. */
export async function findCard(customerProfileId: string, card: CardOnFile): Promise<string | null> {
  const { profile } = await askOk('getCustomerProfileRequest', { customerProfileId, unmaskExpirationDate: true }, { profile: profiles });
  const same = (profile.paymentProfiles ?? []).filter(
    ({ payment }) => payment?.creditCard?.cardNumber.slice(-4) === card.last4 && payment.creditCard.expirationDate === expiry(card),
  );
  return same.map((one) => one.customerPaymentProfileId).sort((a, b) => Number(b) - Number(a))[0] ?? null;
}
