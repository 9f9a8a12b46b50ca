import type { Call } from '@portal/kit/commands/command';
import type { Member } from '@portal/proto/seminary/v1/standing';
import { findOfMember } from './find-of-member.ts';

/**
 * Whether the seminary student who is this member has exams that were neither redeemed nor
 * discarded (calls-staff 5, item 5).
 */
export async function hasUnredeemedExams(
  { db }: Pick<Call, 'db'>,
  member: Member,
): Promise<boolean> {
  const found = await findOfMember(db, member);
  return found?.hasExams === true && found.redeemedExams === null;
}
