import type * as z from 'zod';

/**
 * The message of a field whose schema states none of its own: "{field} invalid", so that no
 * default message of zod, which addresses programmers, reaches people.
 */
const fieldMessage: z.core.$ZodErrorMap = ({ path = [] }) =>
  `${String(path.findLast((part) => typeof part === 'string') ?? 'Input')} invalid`;

type Path = readonly PropertyKey[];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, part) => (inner as Readonly<Record<PropertyKey, unknown>> | undefined)?.[part],
    value,
  );

/** Returns the value without the field at the path. */
function without(value: unknown, [part, ...rest]: Path): unknown {
  if (typeof value !== 'object' || value === null || part === undefined) return value;
  if (Array.isArray(value))
    return value.map((item, at) => (at === part ? without(item, rest) : item));
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== part) return [[name, inner]];
      return rest.length === 0 ? [] : [[name, without(inner, rest)]];
    }),
  );
}

/**
 * Reads what was sent by its schema. A null that the schema refuses counts as a field left out, so
 * that a form takes what the read that filled it returned.
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  const read = schema.safeParse(sent, { error: fieldMessage });
  const nulls = (read.error?.issues ?? [])
    .map(({ path }) => path)
    .filter((path) => path.length > 0 && valueAt(sent, path) === null);
  if (nulls.length === 0) return read;
  return schema.safeParse(nulls.reduce(without, sent), { error: fieldMessage });
}
