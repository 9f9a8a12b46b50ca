import type { CallSpec } from '@portal/contract/call';
import { exampleOf } from '@portal/contract/testing/examples';
import * as z from 'zod';
import type { Input } from '../asking.ts';
import type { Named } from './bed.ts';

/** Ids from here on belong to nothing in the examples of the contract. */
const NOBODY_S_IDS = 2_000_000_000;

/** Returns the value with `id` in the place of each id that belongs to nothing. */
function withId(value: unknown, id: number): unknown {
  if (typeof value === 'number') return value >= NOBODY_S_IDS ? id : value;
  if (Array.isArray(value)) return value.map((item) => withId(item, id));
  if (value === null || typeof value !== 'object' || value instanceof File) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withId(inner, id)]),
  );
}

/** Returns the values of a field that chooses what the call does; none for other fields. */
function choicesOf(field: z.ZodType): readonly unknown[] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable)
    return choicesOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodDefault) return choicesOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodBoolean) return [true, false];
  return field instanceof z.ZodEnum ? field.options : [];
}

const shapeOf = ({ body }: CallSpec): Readonly<Record<string, z.ZodType>> =>
  body instanceof z.ZodObject ? body.shape : {};

/**
 * Returns the example of a call, in which everything that it names has this id, and first of all
 * the same for each other value of each field that is a boolean or an enum.
 */
export function variedInputs({ name, call }: Named, id: number): readonly Input[] {
  const things = {
    examId: id,
    registrationId: id,
    sessionId: id,
    packageId: id,
    ccId: String(id),
  };
  const example = withId(exampleOf(name, things), id) as Input;
  const others = Object.entries(shapeOf(call)).flatMap(([field, schema]) =>
    choicesOf(schema)
      .filter((choice) => choice !== example[field])
      .map((choice) => ({ ...example, [field]: choice })),
  );
  return [example, ...others];
}
