import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { type FieldError, invalid } from '@portal/kit/errors';
import { z } from 'zod';
import { limited, pairCount } from '../../accounts/records/tries.ts';
import { listStudentsOfPair } from '../duplicates/find-same-pair.ts';
import { guardIdentityCheck, type IdentityCheck } from './guard-identity-check.ts';
import { checkMatches } from './sign-up-match.ts';

export interface StudentId extends IdentityCheck {
  last4Ssn: string;
}

/**
 * Step 1 of the sign-up (C-S03). Refuses with invalid, student_not_found, already_signed_up,
 * bot_check_needed (after many misses) or too_many_tries.
 */
export async function checkStudentId(call: Call, request: StudentId): Promise<void> {
  const { dob, last4Ssn } = request;
  checkPair(request, dayInNewYork(call.now));
  await limited(call, pairCount(dob, last4Ssn), () =>
    guardIdentityCheck(call, request, { name: 'checkStudentId', usesUpProof: false }, async (tx) =>
      checkMatches(await listStudentsOfPair(tx, dob, last4Ssn)),
    ),
  );
}

/**
 * A real date in the past, at most 120 years ago, and four digits. Refuses with
 * invalid.
 */
export function checkPair(
  { dob, last4Ssn }: Pick<StudentId, 'dob' | 'last4Ssn'>,
  today: string,
): void {
  const errors: FieldError[] = [];
  const isPast =
    z.iso.date().safeParse(dob).success && dob < today && dob >= dayPlus(today, { years: -120 });
  if (!isPast) errors.push({ path: 'dob', message: 'DOB invalid' });
  if (!/^\d{4}$/.test(last4Ssn)) errors.push({ path: 'ssn', message: 'SSN invalid' });
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);
}
