import { randomInt, randomUUID } from 'node:crypto';
import type { StudyMethodFields } from '@portal/contract/seminary/study-method';
import { sql } from '../../portal/databases.ts';
import { type Place, thePortal } from '../../portal/place.ts';
import type { Transaction } from '../../portal/processor.ts';
import { type BrowserKey, browserKey, cardToken } from '../../seed/card-token.ts';
import { aNewCard } from '../cards/card.ts';
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

/** What identifies the page at each merchant account. */
const keyOf = (account: Account): BrowserKey =>
  account === 'TTI'
    ? browserKey()
    : {
        name: process.env.CARDS_TTINJ_LOGIN_ID ?? 'sandbox-ttinj-login',
        clientKey: process.env.CARDS_TTINJ_CLIENT_KEY ?? 'sandbox-ttinj-client-key',
      };

/** Returns a new card as the page of seminary study sends it. */
export async function aStudyCard(
  account: Account = 'TTI',
  { zip = '11230', place = thePortal } = {},
): Promise<StudyMethodFields> {
  const card = await aNewCard(place.sandboxUrl, { zip, key: keyOf(account) });
  return { paymentType: 'CC', isAuthNet: true, name: card.cardholderName, ...card };
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
  const { descriptor, value } = await cardToken(place.sandboxUrl, { bankToken }, keyOf(account));
  return {
    paymentType: 'ACH',
    isAuthNet: true,
    acceptPaymentDescriptor: descriptor,
    acceptPaymentValue: value,
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
