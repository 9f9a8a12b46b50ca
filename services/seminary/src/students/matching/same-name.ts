import { baseLetters } from '@portal/kit/base-letters';

interface Named {
  firstName: string;
  lastName: string;
}

/** A name as two lists may write it: without case, accents and punctuation. */
const heard = (name: string): string => baseLetters(name).replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Whether a seminary student and a student on record have one name: the first names alike, and the
 * last name the last or the maiden name on record.
 */
export function isSameName(
  seminary: Named,
  onRecord: Named & { maidenName?: string | null | undefined },
): boolean {
  const last = heard(seminary.lastName);
  return (
    last !== '' &&
    heard(seminary.firstName) === heard(onRecord.firstName) &&
    (last === heard(onRecord.lastName) ||
      (!!onRecord.maidenName && last === heard(onRecord.maidenName)))
  );
}
