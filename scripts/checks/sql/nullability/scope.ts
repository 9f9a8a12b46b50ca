import type { Column } from '../postgres/catalog.ts';

/** A table, query or function that a statement reads from. */
export interface Source {
  readonly alias: string;
  /** The columns as the statement sees them; an outer join makes them all nullable. */
  columns: readonly Column[];
  /** The columns of an existing row. */
  whole: readonly Column[];
  /** False for the side of an outer join that may be missing. */
  isThere: boolean;
  /** Columns of USING, which `*` returns once. */
  merged: ReadonlySet<string>;
}

export interface Scope {
  readonly sources: Source[];
  readonly outer: Scope | undefined;
  readonly ctes: ReadonlyMap<string, readonly Column[]>;
  /** Whether rows are grouped: a group has at least one row. */
  readonly isGrouped?: boolean;
}

/** Records that a row of a source may be missing. */
export function withoutRow(source: Source): void {
  if (source.isThere) source.whole = source.columns;
  source.isThere = false;
  source.columns = source.columns.map(({ name }) => ({ name, nullable: true }));
}

/** Returns the sources that have a column; for an unqualified name, all that share it by USING. */
export function find(
  sources: readonly Source[],
  alias: string | undefined,
  name: string,
): Source[] {
  return sources.filter(
    (one) =>
      (alias === undefined || one.alias === alias) &&
      one.columns.some((column) => column.name === name),
  );
}

/** Returns whether a column can be null where it is read; undefined if it does not exist. */
export function isNullable(
  scope: Scope,
  alias: string | undefined,
  name: string,
): boolean | undefined {
  const found = find(scope.sources, alias, name);
  if (found.length > 0)
    return found.every((one) =>
      one.columns.some((column) => column.name === name && column.nullable),
    );
  return scope.outer && isNullable(scope.outer, alias, name);
}
