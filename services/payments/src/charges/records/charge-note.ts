import type { LotOrder } from '../../credits/granting/grant-lot.ts';
import type { ChargeType, NewCharge } from './new-charge.ts';

/** A line of a charge as the processor keeps it for us. */
export interface ChargeItem {
  typeId: ChargeType;
  description: string;
  amountCents: number;
  note: string;
}

/** The purpose of the payment, and its payer. */
export interface NotedPayment {
  paymentId: number;
  purpose: string;
  studentId: number;
  schoolId?: number | undefined;
  ttiStudentId?: string | undefined;
  lot?: Pick<LotOrder, 'credits' | 'schoolId' | 'rules'> | undefined;
}

/** The contents of a note. */
export interface ChargeNote {
  paymentId: number;
  purpose: string;
  studentId: number | null;
  schoolId: number | null;
  ttiStudentId: string | null;
  registrationId: number | null;
  credits: number | null;
  packageId: number | null;
  lotSchoolId: number | null;
}

const part = (name: string, value: number | string | null | undefined): string[] =>
  value === null || value === undefined || value === 0 ? [] : [`${name}=${value}`];

/**
 * Returns the items that go with a charge to the processor. Their notes let our books be rebuilt
 * after a loss: ids alone, no personal data.
 */
export function chargeItems(
  { paymentId, purpose, studentId, schoolId, ttiStudentId, lot }: NotedPayment,
  charges: readonly NewCharge[],
): ChargeItem[] {
  return charges.map(({ typeId, description, amountCents, registrationId }) => ({
    typeId,
    description,
    amountCents,
    note: [
      ...part('payment', paymentId),
      ...part('for', purpose),
      ...part('student', studentId),
      ...part('school', schoolId),
      ...part('tti', ttiStudentId),
      ...part('registration', registrationId),
      ...(typeId === '2' && lot
        ? [
            ...part('credits', lot.credits),
            ...part('package', lot.rules.packageId),
            ...part('of-school', lot.schoolId),
          ]
        : []),
    ].join(' '),
  }));
}

const NUMBER = /^[1-9]\d{0,15}$/;

/** Reads a note; null when it is none of ours. */
export function readNote(text: string): ChargeNote | null {
  const parts = new Map(
    text
      .slice(0, 255)
      .split(' ')
      .map((one) => one.split('=', 2) as [string, string | undefined]),
  );
  const number = (name: string): number | null => {
    const value = parts.get(name) ?? '';
    return NUMBER.test(value) ? Number(value) : null;
  };
  const paymentId = number('payment');
  const purpose = parts.get('for');
  if (paymentId === null || purpose === undefined) return null;
  return {
    paymentId,
    purpose,
    studentId: number('student'),
    schoolId: number('school'),
    ttiStudentId: parts.get('tti') ?? null,
    registrationId: number('registration'),
    credits: number('credits'),
    packageId: number('package'),
    lotSchoolId: number('of-school'),
  };
}

/** Returns the note of a refund for the processor, which is parsed again later. */
export const refundNote = (
  charge: { typeId: string; registrationId: number | null },
  cause: string,
): string =>
  [`type=${charge.typeId}`, ...part('registration', charge.registrationId), `cause=${cause}`].join(
    ' ',
  );

const CAUSES = [
  'exam_cancelled',
  'registration_closed',
  'not_recorded',
  'staff',
  'package',
  'study',
] as const;

/** Reads the note of a refund; null when it is none of ours. */
export function readRefundNote(text: string) {
  const parts = new Map(
    text
      .slice(0, 255)
      .split(' ')
      .map((one) => one.split('=', 2) as [string, string | undefined]),
  );
  const cause = CAUSES.find((one) => one === parts.get('cause'));
  const typeId = parts.get('type');
  if (!cause || typeId === undefined) return null;
  const registration = parts.get('registration') ?? '';
  return { typeId, cause, registrationId: NUMBER.test(registration) ? Number(registration) : null };
}
