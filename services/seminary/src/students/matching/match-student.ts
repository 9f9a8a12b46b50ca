import { isSameName } from './same-name.ts';

interface Named {
  id: number;
  firstName: string;
  lastName: string;
}
interface OnRecord extends Omit<Named, 'id'> {
  maidenName?: string | null | undefined;
}

/**
 * The seminary student who matches a student on record, and whether staff need not compare them.
 */
export interface Match<One> {
  found: One;
  isExact: boolean;
}

/**
 * Finds the seminary student who is a student on record (calls-staff 5.1): the linked one, else the
 * only one of `candidates`, the unlinked ones with the same SSN digits and birth date. Null: none
 * or several.
 */
export function matchStudent<One extends Named>(
  student: OnRecord,
  linked: One | undefined,
  candidates: readonly One[],
): Match<One> | null {
  if (linked) return { found: linked, isExact: true };
  const [only, another] = candidates;
  if (!only || another) return null;
  return { found: only, isExact: isSameName(only, student) };
}
