import { inDatabase, type ServiceName, serviceNames } from '../portal/databases.ts';

/** Whose digits and birth date are looked for. */
export interface Wanted {
  /** YYYY-MM-DD */
  dob: string;
  last4ssn: string;
}

/**
 * Where they belong. identity keeps the record of a student. seminary keeps its own list of
 * seminary students, who are told apart by these and need not be on record (the transfer of
 * redemptions asks for them). The cells of a table that is being imported stay 24 hours, an
 * export of all that is kept about a student seven days (R-588).
 */
const home = new Set([
  'identity.student',
  'seminary.seminary_student',
  'identity.student_import',
  'identity.student_import_row',
  'identity.data_request_part',
]);

/**
 * A field of that name with something in it, in a column, in JSON or in JSON that is kept as text.
 * The history of a record says that they changed, and not to what.
 */
const FIELD = String.raw`\\?"(last_?4_?ssn|ssn|dob|date_?of_?birth|birth_?da(y|te))\\?"\s*:\s*(?!\\?"changed\\?")(\\?"[^"\\]|[0-9])`;

/** A birth date as data and as the documents write it. */
function datePatterns(dob: string): string[] {
  const [year, month, day] = dob.split('-');
  return [dob, `${month}/${day}/${year}`, `${Number(month)}/${Number(day)}/${year}`];
}

/** The digits as a value of their own, and beside their name. */
const digitsPatterns = (last4ssn: string): string[] => [
  String.raw`\\?"${last4ssn}\\?"`,
  `SSN\\D{0,12}${last4ssn}`,
];

const patternsOf = ({ dob, last4ssn }: Wanted): string[] => [
  ...datePatterns(dob),
  ...digitsPatterns(last4ssn),
];

/** Tables outside of their home that hold SSN digits or a birth date, with one row each. */
export async function personalDataOutside(wanted: readonly Wanted[]): Promise<string[]> {
  const pattern = [FIELD, ...wanted.flatMap(patternsOf)].join('|');
  const found = await Promise.all(serviceNames.map((service) => heldBy(service, pattern)));
  return found.flat();
}

/**
 * Answers to the keys of browsers go after two days, so none is left of somebody who is blanked
 * after three: tests do not wait so long.
 */
const afterTwoDays = { idempotency: "WHERE position(':' in key) > 0" };

const heldBy = (
  service: ServiceName,
  pattern: string,
  apart: ReadonlySet<string> = home,
  kept: Readonly<Record<string, string>> = {},
): Promise<string[]> =>
  inDatabase(service, async (ask) => {
    const tables = await ask<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const held: string[] = [];
    for (const { name } of tables) {
      if (apart.has(`${service}.${name}`)) continue;
      const rows = await ask<{ row: string }>(
        `SELECT row FROM (SELECT to_jsonb(t)::text AS row FROM "${name}" t ${kept[name] ?? ''}) AS rows WHERE row ~* $1 LIMIT 1`,
        [pattern],
      );
      if (rows[0]) held.push(`${service}.${name}: ${rows[0].row.slice(0, 300)}`);
    }
    return held;
  });

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Tables of all services with a row that holds one of these texts, with one such row each. */
export const tablesThatHold = (texts: readonly string[]): Promise<string[]> =>
  tablesThatMatch(texts.map(literal));

/** What tells a person: texts that nobody else has, and the digits and birth date. */
export interface Names extends Partial<Wanted> {
  texts: readonly string[];
}

/** As `tablesThatHold`, with the digits as a value of their own and the date as it is written. */
export const tablesThatName = ({ texts, dob, last4ssn }: Names): Promise<string[]> =>
  tablesThatMatch([
    ...texts.map(literal),
    ...(last4ssn === undefined ? [] : digitsPatterns(last4ssn)),
    ...(dob === undefined ? [] : datePatterns(dob)),
  ]);

async function tablesThatMatch(patterns: readonly string[]): Promise<string[]> {
  const pattern = patterns.join('|');
  const found = await Promise.all(
    serviceNames.map((service) => heldBy(service, pattern, new Set(), afterTwoDays)),
  );
  return found.flat();
}
