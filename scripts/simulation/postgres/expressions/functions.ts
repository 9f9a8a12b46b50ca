import type { Env, Expr, Scope } from '../storage/catalog.ts';
import { MustWait } from '../storage/storage.ts';
import {
  atTimeZone,
  cast,
  Interval,
  Json,
  keyOf,
  LocalTime,
  rounded,
  toJson,
  type Value,
} from '../storage/values.ts';

type Work = (args: Value[], env: Env) => Value;
const strict =
  (work: (args: Value[]) => Value): Work =>
  (args) =>
    args.includes(null) ? null : work(args);

function extract([field, value]: Value[]): Value {
  if (field === 'epoch')
    return (
      (value instanceof Interval || value instanceof LocalTime ? value.ms : Number(value)) / 1000
    );
  const at = new Date(
    value instanceof LocalTime ? value.ms : typeof value === 'string' ? value : Number(value),
  );
  const parts: Record<string, number> = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    dow: at.getUTCDay(),
    isodow: at.getUTCDay() || 7,
  };
  const part = parts[String(field)];
  if (part === undefined) throw new Error(`extract(${String(field)}) is not known here`);
  return part;
}

function truncated([unit, value]: Value[]): Value {
  const ms = value instanceof LocalTime ? value.ms : Number(value);
  const iso = new Date(ms).toISOString();
  const length = { year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 }[String(unit)];
  if (length === undefined) throw new Error(`date_trunc(${String(unit)}) is not known here`);
  const cut = Date.parse(`${iso.slice(0, length)}${'0000-01-01T00:00:00.000Z'.slice(length)}`);
  return value instanceof LocalTime ? new LocalTime(cut) : new Date(cut);
}

/** Hashes a text to 32 bits; not the server's own hash. */
const hash = (text: string): number =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + char.charCodeAt(0)) | 0, 7);

const FUNCTIONS: Readonly<Record<string, Work>> = {
  clock_timestamp: (_, { ctx }) => new Date(ctx.clock()),
  statement_timestamp: (_, { ctx }) => new Date(ctx.clock()),
  now: (_, { ctx }) => new Date(ctx.tx.startedAt),
  timezone: ([zone, value]) => atTimeZone(String(zone), value),
  extract: strict(extract),
  date_part: strict(extract),
  date_trunc: strict(truncated),
  cardinality: strict(([list]) => (list as Value[]).length),
  array_length: strict(([list]) => (list as Value[]).length || null),
  array_remove: ([list, value]) =>
    (list as Value[] | null)?.filter((one) => keyOf(one) !== keyOf(value)) ?? null,
  lower: strict(([text]) => String(text).toLowerCase()),
  upper: strict(([text]) => String(text).toUpperCase()),
  btrim: strict(([text]) => String(text).trim()),
  length: strict(([text]) => [...String(text)].length),
  char_length: strict(([text]) => [...String(text)].length),
  octet_length: strict(([text]) => Buffer.byteLength(String(text))),
  position: strict(([whole, part]) => String(whole).indexOf(String(part)) + 1),
  concat_ws: ([between, ...rest]) =>
    rest
      .filter((one) => one !== null)
      .map((one) => cast(one, 'text'))
      .join(String(between)),
  power: strict(([base, exponent]) => Number(base) ** Number(exponent)),
  round: strict(([value]) => rounded(Number(value))),
  floor: strict(([value]) => Math.floor(Number(value))),
  ceil: strict(([value]) => Math.ceil(Number(value))),
  abs: strict(([value]) => Math.abs(Number(value))),
  hashtext: strict(([text]) => hash(String(text))),
  hashtextextended: strict(([text, seed]) => hash(`${text}:${seed}`)),
  num_nonnulls: (args) => args.filter((one) => one !== null).length,
  num_nulls: (args) => args.filter((one) => one === null).length,
  jsonb_typeof: strict(([json]) => {
    const { value } = json as Json;
    if (Array.isArray(value)) return 'array';
    return value === null ? 'null' : typeof value;
  }),
  jsonb_build_object: (args) => {
    const pairs: [string, unknown][] = [];
    for (let i = 0; i < args.length; i += 2)
      pairs.push([String(args[i]), toJson(args[i + 1] ?? null)]);
    return new Json(Object.fromEntries(pairs));
  },
  to_jsonb: strict(([value]) => new Json(toJson(value))),
  pg_trigger_depth: (_, { ctx }) => ctx.depth,
  pg_advisory_xact_lock: (args, { ctx }) => {
    const key = args.join();
    const holder = ctx.ledger.advisory.get(key);
    if (holder && holder !== ctx.tx) throw new MustWait(holder);
    ctx.ledger.advisory.set(key, ctx.tx);
    ctx.tx.advisory.add(key);
    return '';
  },
  pg_get_serial_sequence: ([table]) => table ?? null,
  nextval: ([table], { ctx }) => ctx.sequences.next(ctx.catalog.table(String(table))),
  setval: ([table, value], { ctx }) => {
    ctx.catalog.table(String(table)).lastId = Number(value);
    return value;
  },
};

/** The names of the supported functions. */
export const functionNames: readonly string[] = Object.keys(FUNCTIONS);

/** Compiles a call of a built-in function or of one that a migration created. */
export function callFunction(name: string, args: readonly Expr[], scope: Scope): Expr {
  const own = scope.catalog.functions.get(name);
  if (own)
    return (env) =>
      own.call(
        args.map((arg) => arg(env)),
        env.ctx,
      );
  const work = FUNCTIONS[name];
  if (!work) throw new Error(`the function ${name} is not known here`);
  return (env) =>
    work(
      args.map((arg) => arg(env)),
      env,
    );
}
