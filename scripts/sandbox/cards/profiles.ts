import type { z } from 'zod';
import { expiryOf } from './card-number.ts';
import { type CardState, identityOf } from './card-state.ts';
import type { Account, BillTo, CardEntry, CustomerProfile, PaymentProfile } from './records.ts';
import { instrumentOf } from './tokens.ts';
import { type Answer, declinedZip, ok, reasons, refused } from './wire/answers.ts';
import type { bodies, PaymentProfileInput } from './wire/read-request.ts';

type Body<K extends keyof typeof bodies> = z.infer<(typeof bodies)[K]>;
type ValidationMode = Body<'createCustomer'>['validationMode'];

const mostProfiles = 10;

/**
 * The comma list that a validation answers with, in the order of the processor's direct response.
 */
function directResponse(
  approved: boolean,
  transId: string,
  account: Account,
  billTo: BillTo,
  email: string,
): string {
  const fields = [
    approved ? 1 : 2,
    1,
    approved ? 1 : 2,
    approved ? reasons[1] : reasons[2],
    approved ? '000000' : '',
    approved ? 'Y' : 'P',
    transId,
    'none',
    'Test transaction for ValidateCustomerPaymentProfile.',
    '0.00',
    account.bank ? 'ECHECK' : 'CC',
    'auth_only',
    'none',
    billTo.firstName,
    billTo.lastName,
    billTo.company,
    billTo.address,
    billTo.city,
    billTo.state,
    billTo.zip,
    billTo.country,
    billTo.phoneNumber,
    '',
    email,
    ...Array(8).fill(''),
    '0.00,0.00,0.00,FALSE,none',
    ...Array(13).fill(''),
    `XXXX${account.lastFour}`,
    account.type,
    ...Array(16).fill(''),
  ];
  return fields.map((field) => field ?? '').join(',');
}

interface Checked {
  profile: PaymentProfile;
  spend: CardEntry[];
  direct: string;
}

/**
 * Turns the input into a payment profile, validated by the given mode. liveMode asks the card's
 * bank: billing zip 46282 is refused.
 */
function checkedProfile(
  state: CardState,
  input: PaymentProfileInput,
  mode: ValidationMode,
  email: string,
  now: number,
): Checked | Answer {
  const instrument = instrumentOf(state, input.payment, now);
  if ('messages' in instrument) return instrument;
  if ('reason' in instrument) return refused('E00027', reasons[instrument.reason]);
  if (instrument.account.bank && !state.takesAch) return refused('E00027', reasons[18]);
  const [firstName, ...rest] = instrument.fullName.split(' ').filter(Boolean);
  const named = input.billTo?.firstName ?? input.billTo?.lastName;
  const billTo: BillTo = {
    ...(named === undefined && firstName !== undefined
      ? { firstName, lastName: rest.join(' ') }
      : {}),
    ...input.billTo,
    zip: input.billTo?.zip ?? instrument.zip,
  };
  const validated = mode === 'liveMode' || mode === 'oldLiveMode' || mode === 'testMode';
  const declined =
    (mode === 'liveMode' || mode === 'oldLiveMode') &&
    (billTo.zip === declinedZip || instrument.zip === declinedZip);
  const direct = validated
    ? directResponse(
        !declined,
        declined ? '0' : state.nextId('transaction'),
        instrument.account,
        billTo,
        email,
      )
    : '';
  if (declined) return refused('E00027', reasons[2], { validationDirectResponse: direct });
  const spend: CardEntry[] =
    instrument.spend === null ? [] : [{ t: 'spend', value: instrument.spend }];
  const isDefault = input.defaultPaymentProfile ?? false;
  return {
    profile: {
      id: '',
      account: instrument.account,
      billTo,
      customerType: input.customerType ?? null,
      isDefault,
    },
    spend,
    direct,
  };
}

/**
 * createCustomerProfileRequest, with payment profiles when given. The same id, e-mail and
 * description again is E00039.
 */
export function createCustomer(
  state: CardState,
  body: Body<'createCustomer'>,
  now: number,
): Answer {
  const {
    merchantCustomerId = '',
    description = '',
    email = '',
    paymentProfiles = [],
  } = body.profile;
  if (!merchantCustomerId && !description && !email)
    return refused('E00041', 'One or more fields in the profile must contain a value.');
  const same = state.customerByIdentity(identityOf({ merchantCustomerId, description, email }));
  if (same)
    return refused('E00039', `A duplicate record with ID ${same.id} already exists.`, {
      customerProfileId: same.id,
    });
  const made: PaymentProfile[] = [];
  const entries: CardEntry[] = [];
  const direct: string[] = [];
  for (const input of paymentProfiles) {
    const checked = checkedProfile(state, input, body.validationMode, email, now);
    if ('messages' in checked) return checked;
    made.push({ ...checked.profile, id: state.nextId('paymentProfile') });
    entries.push(...checked.spend);
    if (checked.direct) direct.push(checked.direct);
  }
  const customer: CustomerProfile = {
    id: state.nextId('customer'),
    merchantCustomerId,
    description,
    email,
    paymentProfiles: made,
  };
  state.record(...entries, { t: 'customer', v: customer });
  return ok({
    customerProfileId: customer.id,
    customerPaymentProfileIdList: made.map((profile) => profile.id),
    customerShippingAddressIdList: [],
    validationDirectResponseList: direct,
  });
}

/**
 * createCustomerPaymentProfileRequest. A card that the customer has already is E00039 with its id,
 * as the real one answers.
 */
export function addPaymentProfile(
  state: CardState,
  body: Body<'addPaymentProfile'>,
  now: number,
): Answer {
  const customer = state.customers.get(body.customerProfileId);
  if (!customer) return refused('E00040');
  const checked = checkedProfile(
    state,
    body.paymentProfile,
    body.validationMode,
    customer.email,
    now,
  );
  if ('messages' in checked) return checked;
  const same = customer.paymentProfiles.find(
    (one) => one.account.hash === checked.profile.account.hash,
  );
  if (same) {
    if (checked.spend.length > 0) state.record(...checked.spend);
    return refused('E00039', undefined, {
      customerProfileId: customer.id,
      customerPaymentProfileId: same.id,
    });
  }
  if (customer.paymentProfiles.length >= mostProfiles) return refused('E00042');
  const profile = { ...checked.profile, id: state.nextId('paymentProfile') };
  state.record(...checked.spend, {
    t: 'customer',
    v: { ...customer, paymentProfiles: withProfile(customer.paymentProfiles, profile) },
  });
  return ok({
    customerProfileId: customer.id,
    customerPaymentProfileId: profile.id,
    ...(checked.direct && { validationDirectResponse: checked.direct }),
  });
}

function withProfile(all: PaymentProfile[], profile: PaymentProfile): PaymentProfile[] {
  const kept = all
    .filter((one) => one.id !== profile.id)
    .map((one) => (profile.isDefault ? { ...one, isDefault: false } : one));
  return [...kept, profile];
}

/**
 * updateCustomerPaymentProfileRequest: a number given as XXXX1111 and an expiry given as XXXX stay
 * as they are.
 */
export function updatePaymentProfile(
  state: CardState,
  body: Body<'updatePaymentProfile'>,
  now: number,
): Answer {
  const customer = state.customers.get(body.customerProfileId);
  const before = customer?.paymentProfiles.find(
    (one) => one.id === body.paymentProfile.customerPaymentProfileId,
  );
  if (!customer || !before) return refused('E00040');
  const card = body.paymentProfile.payment?.creditCard;
  const kept =
    !body.paymentProfile.payment ||
    card?.cardNumber.toUpperCase() === `XXXX${before.account.lastFour}`;
  const billTo = body.paymentProfile.billTo ?? before.billTo;
  const live = body.validationMode === 'liveMode' || body.validationMode === 'oldLiveMode';
  if (kept) {
    if (live && billTo.zip === declinedZip) return refused('E00027', reasons[2]);
    const expiry =
      card && !/^X+$/i.test(card.expirationDate)
        ? expiryOf(card.expirationDate)
        : before.account.expiry;
    if (card && expiry === null) return refused('E00013', 'Expiration Date is invalid.');
    const isDefault = body.paymentProfile.defaultPaymentProfile ?? before.isDefault;
    const profile = { ...before, billTo, isDefault, account: { ...before.account, expiry } };
    state.record({
      t: 'customer',
      v: { ...customer, paymentProfiles: withProfile(customer.paymentProfiles, profile) },
    });
    return ok();
  }
  const checked = checkedProfile(
    state,
    body.paymentProfile,
    body.validationMode,
    customer.email,
    now,
  );
  if ('messages' in checked) return checked;
  const profile = { ...checked.profile, id: before.id };
  state.record(...checked.spend, {
    t: 'customer',
    v: { ...customer, paymentProfiles: withProfile(customer.paymentProfiles, profile) },
  });
  return ok(checked.direct ? { validationDirectResponse: checked.direct } : {});
}

/** updateCustomerProfileRequest: id, description and e-mail of a customer. */
export function updateCustomer(state: CardState, body: Body<'updateCustomer'>): Answer {
  const customer = state.customers.get(body.profile.customerProfileId);
  if (!customer) return refused('E00040');
  const {
    merchantCustomerId = customer.merchantCustomerId,
    description = customer.description,
    email = customer.email,
  } = body.profile;
  state.record({ t: 'customer', v: { ...customer, merchantCustomerId, description, email } });
  return ok();
}

/** deleteCustomerProfileRequest: the customer and all saved cards. */
export function deleteCustomer(state: CardState, body: Body<'customerId'>): Answer {
  if (!state.customers.has(body.customerProfileId)) return refused('E00040');
  state.record({ t: 'customer-gone', id: body.customerProfileId });
  return ok();
}

/** deleteCustomerPaymentProfileRequest. */
export function deletePaymentProfile(state: CardState, body: Body<'paymentProfileId'>): Answer {
  const customer = state.customers.get(body.customerProfileId);
  if (!customer?.paymentProfiles.some((one) => one.id === body.customerPaymentProfileId))
    return refused('E00040');
  const paymentProfiles = customer.paymentProfiles.filter(
    (one) => one.id !== body.customerPaymentProfileId,
  );
  state.record({ t: 'customer', v: { ...customer, paymentProfiles } });
  return ok();
}

/** validateCustomerPaymentProfileRequest: asks the bank about a saved card. */
export function validateProfile(state: CardState, body: Body<'paymentProfileId'>): Answer {
  const customer = state.customers.get(body.customerProfileId);
  const profile = customer?.paymentProfiles.find((one) => one.id === body.customerPaymentProfileId);
  if (!customer || !profile) return refused('E00040');
  const declined = body.validationMode !== 'testMode' && profile.billTo.zip === declinedZip;
  const directAnswer = directResponse(
    !declined,
    declined ? '0' : state.nextId('transaction'),
    profile.account,
    profile.billTo,
    customer.email,
  );
  return declined
    ? refused('E00027', reasons[2], { directResponse: directAnswer })
    : ok({ directResponse: directAnswer });
}

type CustomerEntry = Extract<CardEntry, { t: 'customer' }>;

/**
 * What a charge leaves behind: the entry to record and the new profile's id, or neither when it was
 * refused; `answer` says it to the merchant.
 */
export type MadeProfile =
  | { entry: CustomerEntry; paymentProfileId: string; answer: Answer }
  | { entry: null; answer: Answer };

/**
 * The profile made from a charge: with the charge itself (createProfile) or from one made before.
 */
export function profileWith(
  state: CardState,
  request: {
    profile?: { customerProfileId?: string | undefined } | undefined;
    customer?: { id?: string | undefined; email?: string | undefined } | undefined;
  },
  payer: { account: Account; billTo: BillTo },
): MadeProfile {
  const no = (answer: Answer): MadeProfile => ({ entry: null, answer });
  const known = request.profile?.customerProfileId;
  const found = known === undefined ? undefined : state.customers.get(known);
  if (known !== undefined && !found) return no(refused('E00040'));
  const { id: merchantCustomerId = '', email = '' } = request.customer ?? {};
  if (!found && !merchantCustomerId && !email)
    return no(refused('E00041', 'One or more fields in the profile must contain a value.'));
  const same = found
    ? undefined
    : state.customerByIdentity(identityOf({ merchantCustomerId, description: '', email }));
  if (same)
    return no(
      refused('E00039', `A duplicate record with ID ${same.id} already exists.`, {
        customerProfileId: same.id,
      }),
    );
  const twin = found?.paymentProfiles.find((one) => one.account.hash === payer.account.hash);
  if (found && twin)
    return no(
      refused('E00039', undefined, {
        customerProfileId: found.id,
        customerPaymentProfileIdList: [twin.id],
      }),
    );
  const { account, billTo } = payer;
  const profile: PaymentProfile = {
    id: state.nextId('paymentProfile'),
    account,
    billTo,
    customerType: null,
    isDefault: false,
  };
  const customer: CustomerProfile = found
    ? { ...found, paymentProfiles: [...found.paymentProfiles, profile] }
    : {
        id: state.nextId('customer'),
        merchantCustomerId,
        description: '',
        email,
        paymentProfiles: [profile],
      };
  const answer = ok({
    customerProfileId: customer.id,
    customerPaymentProfileIdList: [profile.id],
    customerShippingAddressIdList: [],
  });
  return { entry: { t: 'customer', v: customer }, paymentProfileId: profile.id, answer };
}
