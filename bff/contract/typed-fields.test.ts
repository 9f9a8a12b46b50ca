import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { withoutBlanks } from './blank-fields.ts';
import { calls } from './calls.ts';
import { exampleOf } from './testing/examples.ts';

/** Text fields that people do not type: secrets, ids, and texts that pages make. */
const AS_SENT: ReadonlySet<string> = new Set([
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'recaptchaToken',
  'invitation',
  'acceptPaymentDescriptor',
  'acceptPaymentValue',
  'ccId',
  'ccLast4',
  'cardType',
  'runId',
  'importId',
  'requestId',
  'eventId',
  'sessionKey',
  'previewHash',
  'previewed',
  'before',
  'id',
  'proctorUuid',
  'at',
  'paymentTo',
  'url',
]);

/** Words that a choice sends in a field that also takes typed text. */
const CHOICES: ReadonlySet<unknown> = new Set(['now', 'all']);

/** Whether a field takes one of a list: pages offer it as a choice. */
function isChoice(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as {
    type: string;
    innerType?: z.core.$ZodType;
    in?: z.core.$ZodType;
    options?: z.core.$ZodType[];
  };
  if (def.type === 'enum' || def.type === 'literal') return true;
  if (def.options) return def.options.some(isChoice) && !def.options.some(isTyped);
  const inner = def.innerType ?? (def.type === 'pipe' ? def.in : undefined);
  return inner !== undefined && isChoice(inner);
}
const isTyped = (schema: z.core.$ZodType): boolean => {
  const { type, in: first } = schema._zod.def as { type: string; in?: z.core.$ZodType };
  return type === 'string' || (first !== undefined && isTyped(first));
};

const fields = calls.flatMap(({ name, call }) => {
  const schema = call.body ?? call.query;
  if (!(schema instanceof z.ZodObject)) return [];
  const example = exampleOf(name);
  return Object.entries(example)
    .filter(([field, value]) => typeof value === 'string' && value !== '' && field in schema.shape)
    .filter(([field, value]) => !AS_SENT.has(field) && !CHOICES.has(value))
    .filter(([field]) => !isChoice(schema.shape[field]))
    .map(([field, value]) => ({ name, field, value: value as string, example, schema }));
});

/** As phones and chat programs copy a text: in marks of direction, with a no-break space. */
const copied = (text: string) => `\u00a0\u202a${text.replaceAll(' ', '\u00a0')}\u202c\u200b `;

test.each(fields)('$name takes $field as phones copy it', ({ field, value, example, schema }) => {
  const read = schema.safeParse({ ...example, [field]: copied(value) });
  expect(read.error?.issues ?? []).toEqual([]);
  const got = read.data?.[field];
  // a text of several lines keeps its spaces
  expect(typeof got === 'string' ? got.replaceAll('\u00a0', ' ') : got).toEqual(
    schema.parse(example)[field],
  );
});

test.each(fields)('$name counts a blank $field as absent, or requires it', (one) => {
  const { field, example, schema } = one;
  const problems = (value: string | undefined) =>
    schema
      .safeParse(withoutBlanks(schema, { ...example, [field]: value }))
      .error?.issues.map(({ message }) => message);
  const [absent, empty, blank] = [undefined, '', ' \u00a0\u200b'].map(problems);
  if (absent === undefined || empty === undefined) expect(blank).toEqual(empty);
  // a union of a number and a text has one sentence for both
  else expect(['Required', ...empty]).toContain(blank?.[0]);
});
