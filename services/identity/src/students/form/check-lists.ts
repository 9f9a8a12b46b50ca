import type { Sql } from '@portal/kit/database/database';
import { type FieldError, invalid } from '@portal/kit/errors';
import { isCollegeOpen, isMembershipType } from '../../records/colleges/list-colleges.ts';

/** Refuses with invalid a college that students cannot have, and an unknown membership type. */
export async function checkLists(
  sql: Sql,
  { collegeId, membershipTypeId }: { collegeId: number | null; membershipTypeId: number },
): Promise<void> {
  const errors: FieldError[] = [];
  if (collegeId !== null && !(await isCollegeOpen(sql, collegeId)))
    errors.push({ path: 'collegeId', message: 'College invalid' });
  if (!(await isMembershipType(sql, membershipTypeId)))
    errors.push({ path: 'membershipTypeId', message: 'Membership type invalid' });
  const [first, ...others] = errors;
  if (first) throw invalid(first, ...others);
}
