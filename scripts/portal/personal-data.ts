import { inDatabase, type ServiceName, serviceNames } from './databases.ts';

/** The digits and birth date of a person to search for. */
export interface PersonalData {
  /** YYYY-MM-DD */
  dob: string;
  last4ssn: string;
}

/**
 * Tables that may hold them. identity keeps the record of a student. seminary keeps its own list of
 * seminary students, distinguished by these data, even without a record (the transfer of
 * redemptions needs them). The cells of a table that is being imported stay 24 hours, an
 * export of a student's data seven days (R-588).
 */
const home = new Set([
  'identity.student',
  'seminary.seminary_student',
  'identity.student_import',
  'identity.student_import_row',
  'identity.data_request_part',
]);

/**
 * A field of that name with a value, in a column, in JSON or in JSON that is kept as text. The
 * history of a record says that it changed, without the value.
 */
const FIELD =
  String.raw`\\?"(last_?4_?ssn|ssn|dob|date_?of_?birth|birth_?da(y|te))\\?"` +
  String.raw`\s*:\s*(?!\\?"changed\\?")(\\?"[^"\\]|[0-9])`;

/** Returns patterns of a birth date as data and as documents write it. */
function datePatterns(dob: string): string[] {
  const [year, month, day] = dob.split('-');
  return [dob, `${month}/${day}/${year}`, `${Number(month)}/${Number(day)}/${year}`];
}

/** Returns patterns of the digits as a separate value, and beside their name. */
const digitsPatterns = (last4ssn: string): string[] => [
  String.raw`\\?"${last4ssn}\\?"`,
  `SSN\\D{0,12}${last4ssn}`,
];

const patternsOf = ({ dob, last4ssn }: PersonalData): string[] => [
  ...datePatterns(dob),
  ...digitsPatterns(last4ssn),
];

/** Returns other tables that hold SSN digits or a birth date, with one row each. */
export async function personalDataOutside(people: readonly PersonalData[]): Promise<string[]> {
  const pattern = [FIELD, ...people.flatMap(patternsOf)].join('|');
  const found = await Promise.all(serviceNames.map((service) => heldBy(service, pattern)));
  return found.flat();
}

/**
 * Answers to the keys of browsers are removed after two days, so none of a student who is blanked
 * after three is left: tests do not wait so long.
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
        `SELECT row
         FROM (SELECT to_jsonb(t)::text AS row FROM "${name}" t ${kept[name] ?? ''}) AS rows
         WHERE row ~* $1 LIMIT 1`,
        [pattern],
      );
      if (rows[0]) held.push(`${service}.${name}: ${rows[0].row.slice(0, 300)}`);
    }
    return held;
  });

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Data that identify a person: unique texts, the digits and birth date. */
export interface Names extends Partial<PersonalData> {
  texts: readonly string[];
}

/**
 * Returns the tables of all services that hold one of these texts, the digits as a separate value
 * or the date as it is written, with one such row each.
 */
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
