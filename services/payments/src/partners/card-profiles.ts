import { z } from 'zod';
import { ask, askOk, errorOf, isRefusedWith, scalar } from './authorize-net.ts';
import { billingName } from './billing-name.ts';
import type { Account } from './merchant-account.ts';

/** The data about a new card for the processor, beside the opaque value that represents it. */
export interface CardOnFile {
  descriptor: string;
  value: string;
  last4: string;
  expMonth: number;
  expYear: number;
  billingZip: string;
  cardholderName: string;
}

const expiry = ({ expMonth, expYear }: Pick<CardOnFile, 'expMonth' | 'expYear'>) =>
  `${expYear}-${String(expMonth).padStart(2, '0')}`;
const billTo = ({
  cardholderName,
  billingZip,
}: Pick<CardOnFile, 'cardholderName' | 'billingZip'>) => ({
  ...billingName(cardholderName),
  zip: billingZip,
});

/**
 * The customer profile of a student, made when there is none. Throws NoAnswer or ProcessorError.
 */
export const customerProfile = (studentId: number): Promise<string> =>
  makeCustomer({ merchantCustomerId: String(studentId) });

/**
 * The customer profile of a student of TTI at an account, made when there is none. Throws NoAnswer
 * or ProcessorError.
 */
export const studyCustomerProfile = (ttiStudentId: string, account: Account): Promise<string> =>
  makeCustomer(
    { merchantCustomerId: `TTI-${ttiStudentId}`, description: 'Seminary study' },
    account,
  );

async function makeCustomer(
  profile: { merchantCustomerId: string; description?: string },
  account?: Account,
): Promise<string> {
  const answer = await ask(
    'createCustomerProfileRequest',
    { profile },
    { customerProfileId: scalar.nullish() },
    account,
  );
  if (answer.messages.resultCode === 'Ok' && answer.customerProfileId)
    return answer.customerProfileId;
  const refused = errorOf(answer);
  if (!isRefusedWith(refused, 'E00039')) throw refused;
  const known = answer.customerProfileId ?? /\bID (\d+)/.exec(refused.text)?.[1];
  if (!known) throw refused;
  return known;
}

/**
 * Adds a card to a customer and has its bank verify it. A card that is there already is renewed.
 * Returns its payment profile. Throws NoAnswer or ProcessorError.
 */
export async function addCard(
  customerProfileId: string,
  card: CardOnFile,
  account?: Account,
): Promise<string> {
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
    account,
  );
  const ccId = answer.customerPaymentProfileId;
  if (answer.messages.resultCode === 'Ok' && ccId) return ccId;
  const refused = errorOf(answer);
  if (!isRefusedWith(refused, 'E00039') || !ccId) throw refused;
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
    account,
  );
  return ccId;
}

/**
 * Deletes a card of a customer; one that is not there any more is no error. Throws NoAnswer or
 * ProcessorError.
 */
export async function deleteCard(
  customerProfileId: string,
  ccId: string,
  account?: Account,
): Promise<void> {
  const body = { customerProfileId, customerPaymentProfileId: ccId };
  const answer = await ask('deleteCustomerPaymentProfileRequest', body, {}, account);
  if (answer.messages.resultCode === 'Ok') return;
  const refused = errorOf(answer);
  if (!isRefusedWith(refused, 'E00040')) throw refused;
}

/**
 * Adds a bank account to a customer; one that is there already stays. Its bank verifies it only at
 * a charge. Throws NoAnswer or ProcessorError.
 */
export async function addBankAccount(
  customerProfileId: string,
  bank: { descriptor: string; value: string; name: string },
  account: Account,
): Promise<string> {
  const answer = await ask(
    'createCustomerPaymentProfileRequest',
    {
      customerProfileId,
      paymentProfile: {
        billTo: billingName(bank.name),
        payment: { opaqueData: { dataDescriptor: bank.descriptor, dataValue: bank.value } },
      },
      validationMode: 'testMode',
    },
    { customerPaymentProfileId: scalar.nullish() },
    account,
  );
  const id = answer.customerPaymentProfileId;
  if (!id) throw errorOf(answer);
  if (answer.messages.resultCode === 'Ok' || isRefusedWith(errorOf(answer), 'E00039')) return id;
  throw errorOf(answer);
}

const profiles = z.object({
  paymentProfiles: z
    .array(
      z.object({
        customerPaymentProfileId: scalar,
        payment: z
          .object({
            creditCard: z.object({ cardNumber: z.string(), expirationDate: z.string() }).nullish(),
            bankAccount: z.object({ accountNumber: z.string() }).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});

/**
 * The newest card of a customer with these last digits and this expiry, to find again what an
 * answer that was lost had made. Throws NoAnswer or ProcessorError.
 */
export const findCard = (
  customerProfileId: string,
  card: CardOnFile,
  account?: Account,
): Promise<string | null> =>
  newestProfile(
    customerProfileId,
    (payment) =>
      payment.creditCard?.cardNumber.slice(-4) === card.last4 &&
      payment.creditCard.expirationDate === expiry(card),
    account,
  );

/** As findCard, for a bank account with these last digits. Throws NoAnswer or ProcessorError. */
export const findBankAccount = (
  customerProfileId: string,
  last4: string,
  account: Account,
): Promise<string | null> =>
  newestProfile(
    customerProfileId,
    (payment) => payment.bankAccount?.accountNumber.slice(-4) === last4,
    account,
  );

type SavedPayment = NonNullable<
  NonNullable<NonNullable<z.output<typeof profiles>['paymentProfiles']>[number]>['payment']
>;

async function newestProfile(
  customerProfileId: string,
  isIt: (payment: SavedPayment) => boolean,
  account?: Account,
): Promise<string | null> {
  const body = { customerProfileId, unmaskExpirationDate: true };
  const { profile } = await askOk(
    'getCustomerProfileRequest',
    body,
    { profile: profiles },
    account,
  );
  const same = (profile.paymentProfiles ?? []).filter(({ payment }) => payment && isIt(payment));
  return (
    same.map((one) => one.customerPaymentProfileId).sort((a, b) => Number(b) - Number(a))[0] ?? null
  );
}
