/** The replacement for a text that names a person. */
export const REMOVED = 'Removed';

/** Fields whose texts are words of ours and say nothing of the person. */
const CODED = ['status', 'state', 'kind', 'source', 'levels', 'action', 'attendance', '$date'];
/** Ids by which partners know the student or a card. */
const OF_PARTNERS = /(StudentId|^(jse|tal|ccc|masped|cc|customerProfile|profile)Id)$/;

/** Strings under these names are no words about a person: others read on by them. */
const isPlain = (name: string): boolean =>
  CODED.includes(name) || (/(^id|Id|Code|Type|Day)$/.test(name) && !OF_PARTNERS.test(name));

/**
 * Returns the value with 'Removed' for each text that may name a person. Numbers and the shape
 * stay, so that readers of the history or of an answer find the expected fields. R-591
 */
export function withoutWords(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one, name));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([field, part]) => [field, withoutWords(part, field)]),
    );
  return typeof value === 'string' && value !== '' && !isPlain(name) ? REMOVED : value;
}
