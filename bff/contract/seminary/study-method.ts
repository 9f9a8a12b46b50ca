import * as z from 'zod';
import {
  type CardRefusal,
  cardFieldsInvalid,
  holderName,
  missingCard,
  NewCard,
  type NewCardFields,
  newCardNames,
} from '../payments/cards.ts';
import { flag, opaque } from '../types.ts';

const accountTypes = ['checking', 'savings', 'businessChecking'] as const;

const message = cardFieldsInvalid;
const isAuthNet = flag.refine((is) => is, message);

const bankFields = z.object({
  acceptPaymentDescriptor: opaque(128, message).describe(
    "From the processor's browser library, used once",
  ),
  acceptPaymentValue: opaque(8192, message).describe(
    "From the processor's browser library, used once",
  ),
  name: holderName.describe('Name on the account'),
  last4accountNumber: z.string({ error: message }).regex(/^\d{4}$/, message),
  routingNumber: z.string({ error: message }).regex(/^\d{9}$/, message),
  accountType: z.enum(accountTypes, { error: message }),
  isAuthNet,
});
export type BankAccountFields = z.input<typeof bankFields>;
const bankNames = ['name', 'last4accountNumber', 'routingNumber', 'accountType'];

/** A card or a bank account of seminary study, as it is documented. */
export const StudyMethodBody = z.union([
  z.object({ paymentType: z.enum(['CC', '1']).or(z.literal(1)), isAuthNet }).and(NewCard),
  z.object({ paymentType: z.enum(['ACH', '2']).or(z.literal(2)) }).and(bankFields),
]);
/** What the page sends: the card's holder goes by `name` too. */
export type StudyMethodFields =
  | ({ paymentType: 'CC'; isAuthNet: true; name: string } & NewCardFields)
  | ({ paymentType: 'ACH'; isAuthNet: true } & BankAccountFields);

/** A new payment method of seminary study, read. */
export type StudyMethod =
  | { card: z.output<typeof NewCard> }
  | { bankAccount: z.output<typeof bankFields> };

type Fields = Readonly<Record<string, unknown>>;

const wrong = (issues: readonly z.core.$ZodIssue[]): CardRefusal => {
  const paths = new Set(issues.map((issue) => issue.path.join('.')));
  return {
    code: 'card_fields_invalid',
    detail: message,
    errors: [...paths].map((path) => ({ path, message })),
  };
};

/** More digits than the last four of an account, in a field that has no business with them. */
const holdsAccountNumber = (value: unknown): boolean =>
  /(?:\d[ -]?){5,17}/.test(
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '',
  );
const numberRefused = (path: string): CardRefusal => ({
  code: 'card_data_refused',
  detail: 'Account numbers are not accepted here.',
  errors: [{ path, message: 'Account numbers are not accepted here.' }],
});

function readCard(fields: Fields): StudyMethod | CardRefusal {
  const holder = fields.cardholderName ?? fields.name;
  const { data, error } = NewCard.safeParse({ ...fields, cardholderName: holder });
  const authNet = z.object({ isAuthNet }).safeParse(fields);
  if (data && authNet.success) return { card: data };
  return wrong([...(error?.issues ?? []), ...(authNet.error?.issues ?? [])]);
}

function readBankAccount(fields: Fields): StudyMethod | CardRefusal {
  for (const path of ['last4accountNumber', 'name'])
    if (holdsAccountNumber(fields[path])) return numberRefused(path);
  const { data, error } = bankFields.safeParse(fields);
  return data ? { bankAccount: data } : wrong(error.issues);
}

/** Reads a new card or bank account by its paymentType: 'CC' or 1, 'ACH' or 2. */
export function readNewStudyMethod(fields: Fields): StudyMethod | CardRefusal {
  const { paymentType } = fields;
  if (['CC', '1', 1].some((one) => one === paymentType)) return readCard(fields);
  if (['ACH', '2', 2].some((one) => one === paymentType)) return readBankAccount(fields);
  const isNothingSent = [...newCardNames, ...bankNames, 'paymentType'].every(
    (name) => fields[name] === undefined,
  );
  if (isNothingSent) return missingCard(['paymentType']);
  return {
    code: 'card_fields_invalid',
    detail: message,
    errors: [{ path: 'paymentType', message }],
  };
}

/** As readNewStudyMethod; null when the current payment method is to be charged. */
export const readStudyMethod = (fields: Fields): StudyMethod | null | CardRefusal =>
  flag.safeParse(fields.chargeCurrentPaymentMethod).data === true
    ? null
    : readNewStudyMethod(fields);
