import { isSameName } from './same-name.ts';

interface Named {
  id: number;
  firstName: string;
  lastName: string;
}
interface OnRecord extends Omit<Named, 'id'> {
  maidenName?: string | null | undefined;
}

/** The seminary student who is a student on record, and whether nobody has to compare the two. */
export interface Match<One> {
  found: One;
  isExact: boolean;
}

/**
 * Which seminary student a student on record is (calls-staff 5.1): the one who is linked with them,
 * else the only one of `candidates`, those with the same SSN digits and birth date whom nobody is
 * linked with. Null: nobody, or several.
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
