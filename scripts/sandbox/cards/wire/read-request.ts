import * as z from 'zod';

/*
 * What the operations read out of a request whose names and order the schema check (wire.ts) has
 * passed already. The API takes numbers and strings alike for scalar values, so everything scalar
 * is read as a string.
 */

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const some = scalar.optional();
const flag = z
  .union([z.boolean(), z.string()])
  .transform((value) => value === true || value === 'true');

const billTo = z.object({
  firstName: some,
  lastName: some,
  company: some,
  address: some,
  city: some,
  state: some,
  zip: some,
  country: some,
  phoneNumber: some,
});

const creditCard = z.object({ cardNumber: scalar, expirationDate: scalar, cardCode: some });
const bankAccount = z.object({
  accountType: z.enum(['checking', 'savings', 'businessChecking']).optional(),
  routingNumber: scalar,
  accountNumber: scalar,
  nameOnAccount: scalar,
  echeckType: z.enum(['PPD', 'WEB', 'CCD', 'TEL', 'ARC', 'BOC']).optional(),
  bankName: some,
});
const payment = z.object({
  creditCard: creditCard.optional(),
  bankAccount: bankAccount.optional(),
  opaqueData: z.object({ dataDescriptor: scalar, dataValue: scalar }).optional(),
});
export type Payment = z.infer<typeof payment>;

const settings = z.object({
  setting: z.union([
    z.array(z.object({ settingName: scalar, settingValue: scalar })),
    z.object({ settingName: scalar, settingValue: scalar }),
  ]),
});

const lineItem = z.object({
  itemId: scalar,
  name: scalar,
  description: some,
  quantity: scalar,
  unitPrice: scalar,
});

const transactionRequest = z.object({
  transactionType: z.enum([
    'authCaptureTransaction',
    'authOnlyTransaction',
    'priorAuthCaptureTransaction',
    'refundTransaction',
    'voidTransaction',
  ]),
  amount: some,
  currencyCode: some,
  payment: payment.optional(),
  profile: z
    .object({
      createProfile: flag.optional(),
      customerProfileId: some,
      paymentProfile: z.object({ paymentProfileId: scalar, cardCode: some }).optional(),
    })
    .optional(),
  refTransId: some,
  order: z.object({ invoiceNumber: some, description: some }).optional(),
  lineItems: z
    .object({
      lineItem: z.union([z.array(lineItem).max(30), lineItem.transform((one) => [one])]),
    })
    .optional(),
  customer: z.object({ type: some, id: some, email: some }).optional(),
  billTo: billTo.optional(),
  customerIP: some,
  transactionSettings: settings.optional(),
  userFields: z.unknown().optional(),
});
export type TransactionRequest = z.infer<typeof transactionRequest>;

/** The value of one of the transaction's settings, e.g. duplicateWindow. */
export function settingOf(request: TransactionRequest, name: string): string | undefined {
  const list = request.transactionSettings?.setting;
  const all = list === undefined || Array.isArray(list) ? (list ?? []) : [list];
  return all.find((item) => item.settingName === name)?.settingValue;
}

const validationMode = z.enum(['none', 'testMode', 'liveMode', 'oldLiveMode']).optional();
const paymentProfile = z.object({
  customerType: some,
  billTo: billTo.optional(),
  payment: payment.optional(),
  defaultPaymentProfile: flag.optional(),
});
export type PaymentProfileInput = z.infer<typeof paymentProfile>;
const identity = { merchantCustomerId: some, description: some, email: some };

export const bodies = {
  createTransaction: z.object({ transactionRequest }),
  container: z.object({
    data: z.object({
      type: scalar,
      token: z
        .object({
          cardNumber: scalar,
          expirationDate: scalar,
          cardCode: some,
          zip: some,
          fullName: some,
        })
        .optional(),
      bankToken: bankAccount.optional(),
    }),
  }),
  createCustomer: z.object({
    profile: z.object({
      ...identity,
      paymentProfiles: z
        .union([z.array(paymentProfile), paymentProfile.transform((one) => [one])])
        .optional(),
    }),
    validationMode,
  }),
  customerFromTransaction: z.object({
    transId: scalar,
    customer: z.object(identity).optional(),
    customerProfileId: some,
  }),
  getCustomer: z.object({
    customerProfileId: some,
    merchantCustomerId: some,
    email: some,
    unmaskExpirationDate: flag.optional(),
  }),
  updateCustomer: z.object({ profile: z.object({ ...identity, customerProfileId: scalar }) }),
  customerId: z.object({ customerProfileId: scalar }),
  addPaymentProfile: z.object({ customerProfileId: scalar, paymentProfile, validationMode }),
  paymentProfileId: z.object({
    customerProfileId: scalar,
    customerPaymentProfileId: scalar,
    unmaskExpirationDate: flag.optional(),
    validationMode,
  }),
  updatePaymentProfile: z.object({
    customerProfileId: scalar,
    paymentProfile: paymentProfile.extend({ customerPaymentProfileId: scalar }),
    validationMode,
  }),
  transactionId: z.object({ transId: scalar }),
  list: z.object({
    batchId: some,
    customerProfileId: some,
    customerPaymentProfileId: some,
    status: some,
    sorting: z.object({ orderBy: scalar.optional(), orderDescending: flag.optional() }).optional(),
    paging: z
      .object({
        limit: z.coerce.number().int().min(1).max(1000),
        offset: z.coerce.number().int().min(1).max(100_000),
      })
      .optional(),
  }),
  batches: z.object({
    includeStatistics: flag.optional(),
    firstSettlementDate: some,
    lastSettlementDate: some,
  }),
  batchId: z.object({ batchId: scalar }),
};

/** Cents of a decimal amount (dollars, at most two places, above 0); null for anything else. */
export function centsOf(amount: string | undefined): number | null {
  if (amount === undefined || !/^\d{1,9}(\.\d{1,2})?$/.test(amount)) return null;
  const [whole = '0', part = ''] = amount.split('.');
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents > 0 ? cents : null;
}
