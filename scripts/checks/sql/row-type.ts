import { ts } from 'ts-morph';
import type { Parameter } from './nullability/nullable-expression.ts';
import type { Column } from './postgres/catalog.ts';
import type { Described } from './postgres/describe.ts';

/** The type of a value in the program. */
type Value = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'json' | `${string}[]`;

/** The type that `pg` returns with the parsers of database.ts, by the id of the server's type. */
const READ_AS: Readonly<Record<number, Value>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number', // bigint
  21: 'number',
  23: 'number',
  26: 'number', // oid
  700: 'number',
  701: 'number',
  1700: 'string', // numeric
  18: 'string', // "char"
  19: 'string', // name
  25: 'string',
  705: 'string', // an untyped literal
  1042: 'string',
  1043: 'string',
  1082: 'string', // date
  1083: 'string', // time
  2950: 'string', // uuid
  869: 'string', // inet
  2205: 'string', // regclass
  1114: 'Date',
  1184: 'Date',
  114: 'json',
  3802: 'json',
  2278: 'string', // void
  1000: 'boolean[]',
  1005: 'number[]',
  1007: 'number[]',
  1016: 'number[]',
  1009: 'string[]',
  1015: 'string[]',
  1003: 'string[]', // name[]
  2951: 'string[]',
  1182: 'Date[]', // date[]: only the single date is kept as text
  1185: 'Date[]',
  1115: 'Date[]',
  3807: 'json[]',
};
/** Types whose parameters may also be texts. */
const TAKES_TEXT = new Set([114, 3802, 1184, 1114, 1700, 1186]);
const TAKES_NUMBER = new Set([1700]);

export const camelCase = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, char: string) => char.toUpperCase());

const parts = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);
const EMPTY = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void;
const isAny = (type: ts.Type): boolean =>
  Boolean(type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown));

/** Returns the type of the elements of a list; undefined for anything else. */
function elementOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return undefined;
  return checker.getIndexTypeOfType(type, ts.IndexKind.Number);
}

/** Returns the possible values of a parameter, from the type of its expression. */
export function parameterOf(type: ts.Type, checker: ts.TypeChecker): Parameter {
  const canBeNull = (one: ts.Type): boolean =>
    isAny(one) || parts(one).some((part) => part.flags & EMPTY);
  const elements = parts(type).flatMap((part) => elementOf(part, checker) ?? []);
  return { nullable: canBeNull(type), holdsNull: elements.some(canBeNull) };
}

/** Returns whether a type, without null, is no wider than a value's. */
function fits(type: ts.Type, value: Value, checker: ts.TypeChecker): boolean {
  if (value === 'json') return true;
  return parts(type)
    .filter((part) => !(part.flags & EMPTY))
    .every((part) => isOf(part, value, checker));
}

function isOf(type: ts.Type, value: Value, checker: ts.TypeChecker): boolean {
  if (isAny(type)) return true;
  // a branded number or string is one
  if (type.isIntersection()) return type.types.some((one) => isOf(one, value, checker));
  if (value.endsWith('[]')) {
    const element = elementOf(type, checker);
    return element !== undefined && fits(element, value.slice(0, -2) as Value, checker);
  }
  if (value === 'number') return Boolean(type.flags & ts.TypeFlags.NumberLike);
  if (value === 'string') return Boolean(type.flags & ts.TypeFlags.StringLike);
  if (value === 'boolean') return Boolean(type.flags & ts.TypeFlags.BooleanLike);
  if (value === 'Buffer') return /^(Buffer|Uint8Array)$/.test(type.symbol?.name ?? '');
  return type.symbol?.name === value;
}

/**
 * Returns the faults of a statement's row type: columns that do not exist, may be null or have
 * another type. A type may be narrower than its column (one of some texts, a branded number).
 */
export function wrongColumns(
  row: ts.Type,
  columns: readonly (Column & { readonly type: number })[],
  checker: ts.TypeChecker,
): string[] {
  if (row.flags & ts.TypeFlags.Any) return ['rows of any type'];
  if (row.isUnion()) return row.types.flatMap((one) => wrongColumns(one, columns, checker));
  if (row.flags & ts.TypeFlags.TypeParameter) return ['rows of a type that others choose'];
  const byName = new Map(columns.map((column) => [camelCase(column.name), column]));
  const said = new Map(
    checker.getPropertiesOfType(row).map((one) => [one.name, checker.getTypeOfSymbol(one)]),
  );
  // of a record every column has one type
  const all = checker.getIndexTypeOfType(row, ts.IndexKind.String);
  if (all) for (const name of byName.keys()) said.set(name, all);
  return [...said].flatMap(([name, type]): string[] => {
    const column = byName.get(name);
    if (!column) return [`${name}: no such column`];
    const value = READ_AS[column.type];
    if (value === undefined) return [`${name}: type ${column.type} is not known`];
    if (!fits(type, value, checker))
      return [`${name}: ${checker.typeToString(type)}, but the column is ${value}`];
    const takesNull = isAny(type) || parts(type).some((part) => part.flags & ts.TypeFlags.Null);
    return column.nullable && !takesNull ? [`${name}: may be null`] : [];
  });
}

/** Returns the faults of a statement's values. */
export function wrongValues(
  values: readonly ts.Type[],
  { parameters }: Described,
  checker: ts.TypeChecker,
): string[] {
  return values.flatMap((type, index): string[] => {
    const id = parameters[index] ?? 0;
    const value = READ_AS[id] ?? 'json';
    const takes: readonly Value[] = [
      value,
      ...(value === 'Date' || TAKES_TEXT.has(id) ? (['string'] as const) : []),
      ...(TAKES_NUMBER.has(id) ? (['number'] as const) : []),
      // the server converts a list of texts to one of days
      ...(id === 1182 ? (['string[]'] as const) : []),
    ];
    const ok = parts(type).every(
      (part) => part.flags & EMPTY || takes.some((one) => fits(part, one, checker)),
    );
    return ok ? [] : [`$${index + 1}: ${checker.typeToString(type)}, but it is to be ${value}`];
  });
}
