import * as z from 'zod';
import type { CallSpec } from '../call.ts';
import { card, studyCard, type Things, usualValues } from './example-things.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Fields = Readonly<Record<string, unknown>>;

/** The things by each name of their fields. */
const usualThings = (things: Things): Fields => ({
  ...things,
  regId: things.registrationId,
  testSessionId: things.sessionId,
});

/** Whether a value has the type that a schema requires, and is one of its choices. */
function fits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((option) => fits(option as Schema, value));
  if (schema.enum) return schema.enum.some((choice) => choice === value);
  if ('const' in schema) return schema.const === value;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return (
    schema.type === undefined ||
    schema.type === type ||
    (schema.type === 'integer' && type === 'number')
  );
}

/** A number within the bounds of its schema, or an id that does not exist. */
const numberOf = (name: string, { minimum = 1 }: Schema): number =>
  /^id$|Id$|_id$/.test(name) ? 2_000_000_000 : Math.max(minimum, 1);

/**
 * Returns an example of a schema. A field is what fields of its name usually contain, else the
 * example of its schema, else a value of its type.
 */
function exampleOfSchema(root: Schema, usual: Fields): unknown {
  function exampleOf(name: string, schema: Schema): unknown {
    const { $ref, anyOf, type } = schema;
    if ($ref) return exampleOf(name, root.$defs?.[$ref.replace('#/$defs/', '')] as Schema);
    if (name in usual && fits(schema, usual[name])) return usual[name];
    if (schema.examples) return schema.examples[0];
    if (schema.enum) return schema.enum[0];
    if ('const' in schema) return schema.const;
    if (anyOf) {
      const options = anyOf.map((option) => exampleOf(name, option as Schema));
      return options.find((option) => option !== '') ?? options[0];
    }
    if (type === 'object') {
      const fields = Object.entries(schema.properties ?? {});
      return Object.fromEntries(
        fields.map(([field, one]) => [field, exampleOf(field, one as Schema)]),
      );
    }
    if (type === 'array') return [exampleOf('', schema.items as Schema)];
    if (type === 'boolean') return false;
    return type === 'integer' || type === 'number' ? numberOf(name, schema) : 'nothing';
  }
  return exampleOf('', root);
}

const schemas = new Map<CallSpec, Schema>();
function schemaOf(call: CallSpec): Schema {
  const input = call.body ?? call.query ?? z.object({});
  const schema =
    schemas.get(call) ?? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  schemas.set(call, schema as Schema);
  return schema as Schema;
}

/** Returns a well-formed input of a call with every field that it takes, from its schemas. */
export function deriveExample(call: CallSpec, things: Things): Fields {
  const fields = exampleOfSchema(schemaOf(call), { ...usualValues, ...usualThings(things) });
  const cards = { new: card, saved: { ccId: things.ccId }, newStudy: studyCard, study: studyCard };
  return { ...(fields as Fields), ...(call.card && cards[call.card]) };
}
