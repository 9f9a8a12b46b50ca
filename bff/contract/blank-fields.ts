import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema below what makes one optional, nullable, defaulted or transformed. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  const inner = def.innerType ?? def.in;
  return inner ? innerOf(inner) : schema;
}

/** A field that was sent blank: absent where it may be left out and takes no empty text. */
function withoutBlank(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'string' || normalizeLine(value) !== '')
    return isObject(value) || Array.isArray(value) ? withoutBlanks(schema, value) : value;
  if (z.safeParse(schema, '').success) return '';
  return z.safeParse(schema, undefined).success ? undefined : value;
}

const fieldsWithout = (
  shape: Readonly<Record<string, z.core.$ZodType>>,
  input: Fields,
  isDropped: (schema: z.core.$ZodType) => boolean,
): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, field && isDropped(field) ? withoutBlank(field, value) : value];
    }),
  );

/**
 * Removes what was sent blank from the body of a call: an optional field that holds only blanks
 * counts as absent; a required one stays and is "Required". R-404.
 */
export function withoutBlanks(schema: z.core.$ZodType, input: unknown): unknown {
  const inner = innerOf(schema);
  if (inner instanceof z.ZodArray && Array.isArray(input))
    return input.map((item) => withoutBlanks(inner.element, item));
  if (!(inner instanceof z.ZodObject) || !isObject(input)) return input;
  return fieldsWithout(inner.shape, input, () => true);
}

/**
 * The same for a query, whose ids, days and choices our own pages write: only texts that people
 * type count as absent, anything else that is empty stays malformed.
 */
export function withoutBlankTexts(schema: z.core.$ZodType, input: unknown): unknown {
  const inner = innerOf(schema);
  if (!(inner instanceof z.ZodObject) || !isObject(input)) return input;
  const isText = (field: z.core.$ZodType): boolean => {
    const { type, format, innerType } = field._zod.def as {
      type: string;
      format?: string;
      innerType?: z.core.$ZodType;
    };
    if (innerType !== undefined) return isText(innerType);
    return type === 'string' && format === undefined; // an id may be a UUID
  };
  return fieldsWithout(inner.shape, input, isText);
}
