import {
  exportedColumns,
  kitTables,
  type PersonalColumns,
  type PersonalTables,
  wordsOf,
} from '../personal-data/personal-columns.ts';
import type { Column } from '../testing.ts';

/** Names that only a column about a person has. */
const OF_A_PERSON =
  /^(((tti_|tal_)?student_id)|((first|last|maiden)_name)|dob|last4_ssn|email|(cell)?phone|address)$/;

const namesOf = ({ kept, blanked, office, secret, hidden }: PersonalColumns): string[] =>
  [kept, blanked, office, secret, hidden].flatMap(wordsOf);

/**
 * Returns the differences between the lists of a service and its tables: tables and columns that no
 * list names, that are listed twice, or that do not exist; and columns that look personal in tables
 * that are listed as without personal data. `allowed` are columns about other people than students.
 */
export function differingTables(
  { about, others }: PersonalTables,
  columns: readonly Column[],
  allowed: readonly string[],
): string[] {
  const known = { ...about, ...kitTables.about };
  const besides = new Set([...wordsOf(others), ...wordsOf(kitTables.others)]);
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const wrong: string[] = [];
  for (const [table, ofTable] of byTable) {
    const there = ofTable.map(({ column }) => column);
    const listed = known[table];
    if (listed === undefined) {
      if (!besides.has(table)) wrong.push(`${table}: in no list`);
      const personal = there
        .filter((column) => OF_A_PERSON.test(column))
        .map((column) => `${table}.${column}`);
      wrong.push(
        ...personal.filter((one) => !allowed.includes(one)).map((one) => `${one}: looks personal`),
      );
      continue;
    }
    const names = namesOf(listed);
    wrong.push(
      ...there
        .filter((column) => !names.includes(column))
        .map((one) => `${table}.${one}: in no list`),
      ...names
        .filter((name) => !there.includes(name))
        .map((one) => `${table}.${one}: is not there`),
      ...names
        .filter((name, at) => names.indexOf(name) !== at)
        .map((one) => `${table}.${one}: is listed twice`),
    );
    if (besides.has(table)) wrong.push(`${table}: is about students and about nobody`);
  }
  const missing = [...Object.keys(known), ...besides].filter((table) => !byTable.has(table));
  return [...wrong, ...missing.map((table) => `${table}: is not there`)];
}

/** Tables with something to export that no statement of this source names as the name of a row. */
export const notExported = ({ about }: PersonalTables, source: string): string[] =>
  Object.entries(about)
    .filter(([, columns]) => exportedColumns(columns, true).length > 0)
    .map(([table]) => table)
    .filter((table) => !new RegExp(`SELECT '${table}'(?: AS name)?,`).test(source));

/**
 * Returns columns that must be removed when a person is blanked, and that no statement of this
 * source sets or deletes with their row; `apart` are those that are removed in another way.
 */
export function notBlanked(
  { about }: PersonalTables,
  source: string,
  apart: readonly string[],
): string[] {
  const sets = new Map<string, string>();
  for (const [, table = '', set = ''] of source.matchAll(
    /UPDATE (\w+)(?: \w)? SET ([\s\S]*?)\b(?:WHERE|FROM)\b/g,
  ))
    sets.set(table, `${sets.get(table) ?? ''} ${set}`);
  return Object.entries(about)
    .filter(([table]) => !new RegExp(`DELETE FROM ${table}\\b`).test(source))
    .flatMap(([table, { blanked, office, secret }]) =>
      [blanked, office, secret]
        .flatMap(wordsOf)
        .filter((column) => !new RegExp(`\\b${column} =`).test(sets.get(table) ?? ''))
        .map((column) => `${table}.${column}`),
    )
    .filter((column) => !apart.includes(column));
}
