import { NEW_YORK_OFFSETS } from './time-zone.ts';

/**
 * A value of a column. Numbers, booleans and texts are JavaScript's own, NULL is null, an array is
 * an array, a timestamptz is a Date, a date is a text YYYY-MM-DD, a time is a text HH:MM:SS.
 */
export type Value = unknown;
/** A row by the names of its columns. */
export type Row = Record<string, Value>;

/** A jsonb value, to distinguish a jsonb string from a text. */
export class Json {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** A timestamp without a time zone, as the milliseconds of the same time in UTC. */
export class LocalTime {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}

const UNIT_MS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

/** An interval in milliseconds; months are not supported. */
export class Interval {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }

  static parse(text: string): Interval {
    let ms = 0;
    for (const [, amount, unit] of text.matchAll(/(-?[\d.]+)\s*([a-z]+)/gi)) {
      const one = UNIT_MS[(unit as string).toLowerCase().replace(/s$/, '')];
      if (one === undefined) throw new Error(`the interval ${text} is not known here`);
      ms += Number(amount) * one;
    }
    return new Interval(ms);
  }
}

const DAY_MS = 86_400_000;
/** The latest Date represents infinity. */
const FOREVER_MS = 8.64e15;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const msOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns a number by which values of a type can be compared, or the value itself. */
function plain(value: Value): Value {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Interval || value instanceof LocalTime) return value.ms;
  if (value instanceof Json) return JSON.stringify(value.value);
  if (typeof value === 'boolean') return Number(value);
  return value;
}

/**
 * Returns a negative number, zero or a positive one; neither value is NULL. If the types differ,
 * the text is converted to the other.
 */
export function compare(a: Value, b: Value): number {
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i], b[i]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  let left = plain(a);
  let right = plain(b);
  if (typeof left === 'number' && typeof right === 'string') right = readLike(a, right);
  else if (typeof right === 'number' && typeof left === 'string') left = readLike(b, left);
  return (left as number) < (right as number) ? -1 : (left as number) > (right as number) ? 1 : 0;
}

const readLike = (like: Value, text: string): number =>
  like instanceof Date ? Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) : Number(text);

/** Returns whether two values are equal; null if one is NULL. */
export const equal = (a: Value, b: Value): boolean | null =>
  a === null || b === null ? null : compare(a, b) === 0;

/** Returns a key that is the same for equal values of a column. */
export function keyOf(value: Value): string | number | null {
  const key = plain(value);
  if (key === null || typeof key === 'number' || typeof key === 'string') return key;
  return JSON.stringify(key);
}

export function add(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (a instanceof Interval && b instanceof Interval) return new Interval(a.ms + b.ms);
  if (a instanceof Date && b instanceof Interval) return new Date(a.getTime() + b.ms);
  if (a instanceof Interval && b instanceof Date) return new Date(b.getTime() + a.ms);
  if (a instanceof LocalTime && b instanceof Interval) return new LocalTime(a.ms + b.ms);
  if (typeof a === 'string' && typeof b === 'number') return dayOf(msOfDay(a) + b * DAY_MS);
  if (typeof a === 'string' && b instanceof Interval) return new LocalTime(msOfDay(a) + b.ms);
  if (typeof a === 'string' && typeof b === 'string')
    return new LocalTime(msOfDay(a) + Date.parse(`1970-01-01T${b}Z`));
  throw new Error(`cannot add ${String(a)} and ${String(b)}`);
}

export function subtract(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Date && b instanceof Date) return new Interval(a.getTime() - b.getTime());
  if (typeof a === 'string' && typeof b === 'string') return (msOfDay(a) - msOfDay(b)) / DAY_MS;
  if (typeof b === 'number') return add(a, -b);
  if (b instanceof Interval) return add(a, new Interval(-b.ms));
  throw new Error(`cannot subtract ${String(b)} from ${String(a)}`);
}

export function multiply(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  if (a instanceof Interval) return new Interval(a.ms * Number(b));
  if (b instanceof Interval) return new Interval(b.ms * Number(a));
  return Number(a) * Number(b);
}

export function divide(a: Value, b: Value): Value {
  if (a === null || b === null) return null;
  if (a instanceof Interval) return new Interval(a.ms / Number(b));
  const quotient = Number(a) / Number(b);
  return Number.isInteger(a) && Number.isInteger(b) ? Math.trunc(quotient) : quotient;
}

/** Returns the local time of a time zone at an instant. */
export function atTimeZone(zone: string, value: Value): Value {
  if (value === null) return null;
  if (value instanceof Date) {
    const ms = value.getTime();
    return new LocalTime(ms + (zone === 'UTC' ? 0 : NEW_YORK_OFFSETS.at(ms)));
  }
  const local = value instanceof LocalTime ? value.ms : Date.parse(`${String(value)}Z`);
  return new Date(local - (zone === 'UTC' ? 0 : NEW_YORK_OFFSETS.atLocal(local)));
}

/** Rounds to the next whole number, halves away from zero. */
export const rounded = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Formats date and time in UTC, without trailing zeros of the second. */
const isoOf = (ms: number): string => new Date(ms).toISOString().replace(/\.?0*Z$/, '');

const textOf = (value: Value): string => {
  if (value instanceof Date) return `${isoOf(value.getTime()).replace('T', ' ')}+00`;
  if (value instanceof LocalTime) return isoOf(value.ms).replace('T', ' ');
  if (value instanceof Json) return JSON.stringify(value.value);
  if (Array.isArray(value)) return `{${value.map(textOf).join(',')}}`;
  return String(value);
};

/** Converts a value to an element of jsonb. */
export function toJson(value: Value): unknown {
  if (value instanceof Json) return value.value;
  if (value instanceof Date) return `${isoOf(value.getTime())}+00:00`;
  if (value instanceof LocalTime) return isoOf(value.ms);
  if (Array.isArray(value)) return value.map(toJson);
  return value;
}

/** Converts a value to a type, by the server's name of it (`int8`, `timestamptz`, `text[]`). */
export function cast(value: Value, type: string): Value {
  if (value === null || value === undefined) return null;
  if (type.endsWith('[]')) {
    const element = type.slice(0, -2);
    if (Array.isArray(value)) return value.map((one) => cast(one, element));
    const inner = String(value).slice(1, -1);
    return inner === '' ? [] : inner.split(',').map((one) => cast(one, element));
  }
  switch (type) {
    case 'int2':
    case 'int4':
    case 'int8':
      return typeof value === 'number' ? rounded(value) : Number(value);
    case 'float8':
    case 'numeric':
      return Number(value);
    case 'bool':
      return typeof value === 'boolean' ? value : ['t', 'true', '1'].includes(String(value));
    case 'timestamptz':
      if (value instanceof Date) return value;
      if (value === 'infinity' || value === Infinity) return new Date(FOREVER_MS);
      if (value === '-infinity' || value === -Infinity) return new Date(-FOREVER_MS);
      if (value instanceof LocalTime) return new Date(value.ms);
      return new Date(readLike(new Date(0), String(value)));
    case 'timestamp':
      if (value instanceof LocalTime) return value;
      return new LocalTime(value instanceof Date ? value.getTime() : Date.parse(`${value}Z`));
    case 'date':
      if (value instanceof LocalTime) return dayOf(value.ms);
      return value instanceof Date ? dayOf(value.getTime()) : String(value).slice(0, 10);
    case 'time': {
      const text =
        value instanceof LocalTime ? new Date(value.ms).toISOString().slice(11, 19) : String(value);
      return text.length === 5 ? `${text}:00` : text;
    }
    case 'interval':
      return value instanceof Interval ? value : Interval.parse(String(value));
    case 'json':
    case 'jsonb':
      return value instanceof Json ? value : new Json(JSON.parse(String(value)));
    case 'uuid':
      return String(value).toLowerCase();
    default:
      return textOf(value);
  }
}

/** Converts a parameter of the program as the driver does. */
export function parameter(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(parameter);
  if (value instanceof Date || typeof value !== 'object') return value;
  return JSON.stringify(value);
}

/** Converts a value of the server as the driver does. */
export function result(value: Value): unknown {
  if (value instanceof Json) return structuredClone(value.value);
  if (value instanceof LocalTime) return new Date(value.ms);
  if (value instanceof Date) {
    const ms = value.getTime();
    return Math.abs(ms) === FOREVER_MS ? Math.sign(ms) * Infinity : new Date(ms);
  }
  if (Array.isArray(value)) return value.map(result);
  return value ?? null;
}

/** Returns a row with these columns. */
export function toRow(columns: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
  return row;
}
