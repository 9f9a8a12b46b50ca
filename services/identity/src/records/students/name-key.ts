import { baseLetters } from '@portal/kit/base-letters';

/** Characters in which spellings of a name differ: O'Brien, O’Brien, OBrien; St. John, St John. */
const UNHEARD = /['\u2018\u2019\u02bc\u05f3\u05f4.]/g;
const HYPHENS = /[\u2010\u2011\u05be-]/g;

/**
 * A name as it is searched: in base letters, without apostrophes, full stops and doubled
 * spaces; a hyphen is a space.
 */
export function nameKey(name: string): string {
  return baseLetters(name).replace(UNHEARD, '').replace(HYPHENS, ' ').replace(/\s+/g, ' ').trim();
}
