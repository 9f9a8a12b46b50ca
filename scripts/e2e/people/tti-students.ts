import { randomInt, randomUUID } from 'node:crypto';
import type { NewCardFields } from '@portal/contract/payments/cards';
import type { StudyMethodFields } from '@portal/contract/seminary/study-method';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../portal/databases.ts';
import { type Place, thePortal } from '../../portal/place.ts';
import type { Transaction } from '../../portal/processor.ts';
import { aVisaNumber } from '../cards/card.ts';
import { aBirthPair } from './birth-pairs.ts';
import { aStudent, type SignedIn } from './students.ts';

export type Account = 'TTI' | 'TTINJ';

/** A programme of seminary study at TTI; amounts in dollars. */
export interface Program {
  readonly programId: number;
  readonly name: string;
  readonly price: number;
  readonly firstPart: number;
  readonly woodmontOnly?: boolean;
  readonly refundable?: boolean;
  readonly notRefundableText?: string;
}
export const aProgram = (more: Partial<Program> = {}): Program => ({
  programId: randomInt(1000, 2_000_000),
  name: 'Year in Israel',
  price: 1200,
  firstPart: 500,
  ...more,
});

interface About {
  readonly first?: string;
  readonly last?: string;
  readonly email?: string;
  readonly dob?: string | null;
  readonly last4ssn?: string;
  readonly collegeId?: number;
  readonly programs?: readonly Program[];
  readonly studentId?: string;
  readonly place?: Place;
}

/** A student in TTI's own data. */
export interface AtTti {
  readonly studentId: string;
  readonly member: boolean;
  readonly payments: readonly {
    readonly studentPaymentId: number;
    readonly amount: number;
    readonly paymentGateway: Account;
    readonly transId: string;
  }[];
  readonly programs: readonly {
    readonly studentProgramId: number;
    readonly programId: number;
    readonly active: boolean;
  }[];
  readonly paymentMethod: {
    readonly paymentMethodType: string;
    readonly last4: string;
    readonly paymentGateway: Account;
  } | null;
}

/** Adds a student to TTI who is interested in programmes and not yet on record here. */
export async function anInterested({
  place = thePortal,
  ...about
}: About = {}): Promise<{ id: string; programs: readonly Program[]; email: string }> {
  const email = `tti.${randomUUID()}@student.test`;
  const programs = about.programs ?? [aProgram()];
  const person = {
    first: 'Rivka',
    last: 'Stern',
    email,
    ...aBirthPair(),
    gender: '2',
  };
  const answer = await fetch(`${place.sandboxUrl}/tti/students`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reference: randomUUID(), ...person, ...about, programs }),
  });
  if (!answer.ok) throw new Error(`TTI took no student: ${await answer.text()}`);
  const { studentId } = (await answer.json()) as AtTti;
  return { id: studentId, programs, email: about.email ?? email };
}

/** Creates a student who is interested in programmes at TTI, and signs them in. */
export async function anOwnInterested(
  about: About = {},
): Promise<SignedIn & { ttiStudentId: string; programs: readonly Program[] }> {
  const ttiStudentId = `e2e${randomInt(1e9)}`;
  const student = await aStudent({ ttiStudentId, ...(about.place ? { place: about.place } : {}) });
  const { firstName: first, lastName: last, email, dob, last4ssn } = student;
  const { programs } = await anInterested({
    first,
    last,
    email,
    dob,
    last4ssn,
    ...about,
    studentId: ttiStudentId,
  });
  return { ...student, ttiStudentId, programs };
}

export async function atTti(id: string, place: Place = thePortal): Promise<AtTti> {
  return (await (await fetch(`${place.sandboxUrl}/tti/students/${id}`)).json()) as AtTti;
}

const keys: Readonly<Record<Account, { name: string; clientKey: string }>> = {
  TTI: {
    name: process.env.CARDS_LOGIN_ID ?? 'sandbox-login',
    clientKey: process.env.CARDS_CLIENT_KEY ?? 'sandbox-client-key',
  },
  TTINJ: {
    name: process.env.CARDS_TTINJ_LOGIN_ID ?? 'sandbox-ttinj-login',
    clientKey: process.env.CARDS_TTINJ_CLIENT_KEY ?? 'sandbox-ttinj-client-key',
  },
};

/** Fetches a token for a card or bank account at a merchant account, as Accept.js does. */
async function token(
  account: Account,
  data: object,
  place: Place,
): Promise<{ acceptPaymentDescriptor: string; acceptPaymentValue: string }> {
  const request = {
    merchantAuthentication: keys[account],
    data: { type: 'TOKEN', id: 'e2e', ...data },
  };
  const response = await fetch(`${place.sandboxUrl}/xml/v1/request.api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ securePaymentContainerRequest: request }),
  });
  const { opaqueData } = JSON.parse((await response.text()).replace(/^\uFEFF/, ''));
  return {
    acceptPaymentDescriptor: opaqueData.dataDescriptor,
    acceptPaymentValue: opaqueData.dataValue,
  };
}

/** Returns a new card as the page of seminary study sends it. */
export async function aStudyCard(
  account: Account = 'TTI',
  { zip = '11230', place = thePortal } = {},
): Promise<StudyMethodFields> {
  const number = aVisaNumber();
  const year = steadyNow().getFullYear() + 3;
  const card = {
    cardNumber: number,
    expirationDate: `12${year}`,
    cardCode: '123',
    zip,
    fullName: 'Dana Levi',
  };
  const fields: NewCardFields = {
    ...(await token(account, { token: card }, place)),
    ccLast4: number.slice(-4),
    ccExpMonth: 12,
    ccExpYear: year,
    billingZipCode: zip,
    cardholderName: 'Dana Levi',
    cardType: 'Visa',
  };
  return { paymentType: 'CC', isAuthNet: true, name: 'Dana Levi', ...fields };
}

/** Returns a new bank account as the page of seminary study sends it. */
export async function aBankAccount(
  account: Account = 'TTI',
  place: Place = thePortal,
): Promise<Extract<StudyMethodFields, { paymentType: 'ACH' }>> {
  // its last digits differ from the SSN digits of these tests, which begin with 0
  const accountNumber = `${randomInt(1e4, 1e5)}${randomInt(1_000, 10_000)}`;
  const bankToken = {
    accountType: 'checking',
    routingNumber: '121042882',
    accountNumber,
    nameOnAccount: 'Dana Levi',
  };
  return {
    paymentType: 'ACH',
    isAuthNet: true,
    ...(await token(account, { bankToken }, place)),
    name: 'Dana Levi',
    last4accountNumber: accountNumber.slice(-4),
    routingNumber: bankToken.routingNumber,
    accountType: 'checking',
  };
}

/** Returns the processor's charges, voids and refunds of a student of TTI at an account. */
export async function studyTransactions(
  id: string,
  account: Account = 'TTI',
  place: Place = thePortal,
): Promise<Transaction[]> {
  const all = (await (
    await fetch(`${place.sandboxUrl}/__cards/transactions?account=${account}`)
  ).json()) as Transaction[];
  return all.filter(({ customer, status }) => customer === `TTI-${id}` && status !== 'declined');
}

/** Returns the transactions as text; amounts in dollars. */
export async function studyBook(...of: Parameters<typeof studyTransactions>): Promise<string[]> {
  return (await studyTransactions(...of)).map(({ type, amount }) => `${type} ${amount}`);
}

/** Sets whether a merchant account accepts bank accounts. */
export async function switchAch(account: Account, on: boolean): Promise<void> {
  await fetch(`${thePortal.sandboxUrl}/__cards/ach`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, on }),
  });
}

/** Marks the programmes of a student as being paid for. */
export async function makeBusy(id: string): Promise<void> {
  await sql('seminary', 'UPDATE student_program SET busy_with = $2 WHERE tti_student_id = $1', [
    id,
    randomUUID(),
  ]);
}
export async function setFree(id: string): Promise<void> {
  await sql('seminary', 'UPDATE student_program SET busy_with = NULL WHERE tti_student_id = $1', [
    id,
  ]);
}
