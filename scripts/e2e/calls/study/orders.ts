import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import * as contract from '@portal/contract/seminary/study';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { asPayments, fromPayments } from '../../../portal/services.ts';
import type { Person } from '../../../portal-user/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import {
  type Account,
  anInterested,
  aProgram,
  aStudyCard,
  type Program,
} from '../../people/tti-students.ts';
import { refusal } from '../every-call/refusal.ts';

export let admissions: Person;
export let admin: Person;
/** Sets up staff who take payments for seminary study, for a test file. */
export function withStudyStaff(): void {
  beforeAll(async () => {
    [admissions, admin] = await Promise.all([
      signedInStaff('ROLE_ADMISSIONS'),
      signedInStaff('ROLE_ADMIN'),
    ]);
  });
}

export interface TtiStudentRef {
  readonly id: string;
  readonly programs: readonly Program[];
}
export const first = ({ programs }: TtiStudentRef): Program => programs[0] as Program;
export const info = (ttiStudent: TtiStudentRef, more: object = {}, person = admissions) =>
  person.ask(contract.getTTIStudentInfo, {
    student_id: ttiStudent.id,
    programId: first(ttiStudent).programId,
    fullJoin: true,
    ...more,
  });

export type Joining = Partial<CallInput<typeof contract.chargeAndJoin>> & Record<string, unknown>;
export async function join(
  ttiStudent: TtiStudentRef,
  more: Joining = {},
  key: string = randomUUID(),
  person = admissions,
) {
  const paymentTo = more.paymentTo ?? 'TTI';
  const { programId, name, price, firstPart } = first(ttiStudent);
  const isFull = more.fullJoin ?? true;
  const method =
    more.chargeCurrentPaymentMethod || more.paymentType || more.method === null
      ? {}
      : await aStudyCard(paymentTo === 'TTINJ' ? 'TTINJ' : 'TTI');
  const { method: _, ...rest } = more;
  const order = {
    ttiStudentId: ttiStudent.id,
    programId,
    programName: name,
    paymentTo,
    fullJoin: isFull,
    amount: isFull ? price : firstPart,
    ...method,
    ...rest,
  };
  return person.ask(contract.chargeAndJoin, order, key);
}
export async function joined(ttiStudent: TtiStudentRef, more: Joining = {}) {
  const answer = await join(ttiStudent, more);
  if (answer.status !== 200) throw new Error(`not joined: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
export const save = async (
  ttiStudent: TtiStudentRef,
  more: Record<string, unknown> = {},
  account: Account = 'TTI',
  person = admissions,
) =>
  person.ask(
    contract.addPaymentMethod,
    {
      ttiStudentId: ttiStudent.id,
      programId: first(ttiStudent).programId,
      paymentTo: account,
      ...(more.paymentType ? {} : await aStudyCard(account)),
      ...more,
    },
    randomUUID(),
  );
export const rest = (ttiStudent: TtiStudentRef, more: object = {}) =>
  admissions.ask(contract.secondPayment, { ttiStudentId: ttiStudent.id, ...more }, randomUUID());

/** Runs `work` while TTI is unavailable. */
export async function withTtiDown<T>(work: () => Promise<T>): Promise<T> {
  await breakPartner({ partner: 'tti', mode: 'down' });
  try {
    return await work();
  } finally {
    await mendPartners();
  }
}
export const unknownStudent: TtiStudentRef = { id: 'nobody-at-all', programs: [aProgram()] };

/** Tests that a call fails while TTI does; seminary tries its other refusals on rows. */
export function refusesByTti(
  ask: (ttiStudent: TtiStudentRef) => Promise<{ status: number; body: object }>,
): void {
  test('refuses with partner_failed', async () => {
    const ttiStudent = await anInterested();
    expect(refusal((await withTtiDown(() => ask(ttiStudent))) as never)).toMatchObject({
      status: 502,
      code: 'partner_failed',
    });
  });
}

/** Returns the programmes that a student has joined, as other services read them. */
export const programsOf = (studentId: number) =>
  fromPayments.seminaryStudents.listStudentPrograms({}, asPayments(studentId));

/** Saves the maximum number of methods of one customer. */
export async function fillMethods(ttiStudent: TtiStudentRef): Promise<void> {
  for (let kept = 0; kept < 10; kept++) await save(ttiStudent);
}
