import type { Sql } from '@portal/kit/database/database';
import type { Member } from '@portal/proto/seminary/v1/standing';
import { isSameName } from '../students/matching/same-name.ts';
import { findCandidates, findLinked } from './store.ts';

/**
 * Finds the seminary student who is this member: the linked one, else the only unlinked one of the
 * same digits, birth date and name (calls-staff 5, item 1).
 */
export async function findOfMember(sql: Sql, member: Member) {
  const linked = await findLinked(sql, member.studentId);
  if (linked) return linked;
  const [candidate, another] = await findCandidates(sql, member.last4Ssn, member.dob);
  return candidate && !another && isSameName(candidate, member) ? candidate : undefined;
}
