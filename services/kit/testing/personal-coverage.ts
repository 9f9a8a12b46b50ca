import { readFileSync } from 'node:fs';
import {
  columnsWith,
  exportedColumns,
  type PersonalTables,
} from '../personal-data/personal-columns.ts';

/**
 * Returns the text of a file beside a test, with the statements that `npm run generate` wrote for
 * it, `generated`, where it calls them.
 */
export function sourceBeside(test: string, file: string, generated: string): string {
  const textOf = (path: string) => readFileSync(new URL(path, test), 'utf8');
  const source = textOf(file);
  const [reads = '', deletes = ''] = textOf(generated).split('export async function');
  return [
    source,
    ...(/\browsOfStudent\(/.test(source) ? [reads] : []),
    ...(/\bdeleteRowsOfStudent\(/.test(source) ? [deletes] : []),
  ].join('\n');
}

/** Tables with something to export that no statement of this source names as the name of a row. */
export const notExported = (tables: PersonalTables, source: string): string[] =>
  Object.entries(tables)
    .filter(([, columns]) => exportedColumns(columns, true).length > 0)
    .map(([table]) => table)
    .filter((table) => !new RegExp(`SELECT '${table}'(?: AS name)?,`).test(source));

/**
 * Returns columns that must be removed when a person is blanked, and that no statement of this
 * source sets or deletes with their row; `apart` are those that are removed in another way.
 */
export function notBlanked(
  tables: PersonalTables,
  source: string,
  apart: readonly string[],
): string[] {
  const sets = new Map<string, string>();
  for (const [, table = '', set = ''] of source.matchAll(
    /UPDATE (\w+)(?: \w)? SET ([\s\S]*?)\b(?:WHERE|FROM)\b/g,
  ))
    sets.set(table, `${sets.get(table) ?? ''} ${set}`);
  return Object.entries(tables)
    .filter(([table]) => !new RegExp(`DELETE FROM ${table}\\b`).test(source))
    .flatMap(([table, columns]) =>
      columnsWith(columns, 'blanked', 'office', 'secret')
        .filter((column) => !new RegExp(`\\b${column} =`).test(sets.get(table) ?? ''))
        .map((column) => `${table}.${column}`),
    )
    .filter((column) => !apart.includes(column));
}
