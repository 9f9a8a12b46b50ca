import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { calls } from './calls.ts';
import { readFields } from './read-fields.ts';

/** Returns the schema without what says that it may be absent, null or defaulted. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema;
}

/** Returns every object that a response holds, at any depth. */
function objectsIn(schema: z.ZodType, outer: readonly z.ZodType[] = []): z.ZodObject[] {
  const inner = unwrapped(schema);
  if (outer.includes(inner)) return [];
  const further = (one: z.ZodType) => objectsIn(one, [...outer, inner]);
  if (inner instanceof z.ZodArray) return further(inner.element as z.ZodType);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((one) => further(one as z.ZodType));
  if (!(inner instanceof z.ZodObject)) return [];
  return [inner, ...Object.values(inner.shape).flatMap((one) => further(one as z.ZodType))];
}

const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** The fields of a form that the object of a response which shares most of them returns too. */
function sharedFields(body: z.ZodType | undefined, answer: z.ZodType) {
  const sent = shapeOf(body);
  const shared = objectsIn(answer).map(({ shape }) =>
    Object.entries(sent).flatMap(([name, written]) =>
      name in shape ? [{ name, written, read: shape[name] as z.ZodType }] : [],
    ),
  );
  return shared.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Forms share at least so many fields with the thing that they edit; fewer are a coincidence. */
const MIN_SHARED = 2;

const forms = calls.flatMap(({ name, call }) => {
  const fields = call.method === 'POST' ? sharedFields(call.body, call.answer) : [];
  return fields.length < MIN_SHARED ? [] : [{ name, fields }];
});

const takes = (schema: z.ZodType, value: unknown): boolean =>
  readFields(z.object({ field: schema }), { field: value }).success;

/** Values of a field, besides null, that a read may return and a form must not refuse. */
const choicesOf = (schema: z.ZodType): readonly unknown[] => {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodEnum ? inner.options : [];
};

const NEW_PERSON = 'adds a person, whom no read returned before, and requires the form (R-389)';
const OWN_WORDS = 'each of these actions requires its own words';
/** Calls that require more than what a read returns, with the reason. */
const REQUIRES_MORE: Readonly<Record<string, string>> = {
  addStudent: NEW_PERSON,
  studentAdd: NEW_PERSON,
  emailAddStudentLinkToNonMember: NEW_PERSON,
  setBar: OWN_WORDS,
  mendDifference: OWN_WORDS,
  signSettledDay: OWN_WORDS,
};
/** Fields that a form requires although older rows lack them, with the reason. */
const REQUIRED: Readonly<Record<string, string>> = {
  'saveLocation address': 'a branch is saved with its address (C-O26)',
  'saveLocation city': 'a branch is saved with its city (C-O26)',
};

const edits = forms.filter(({ name }) => !(name in REQUIRES_MORE));
test.each(edits)(
  '$name takes the values that its own response returns',
  ({ name: call, fields }) => {
    const free = fields.filter(({ name }) => !(`${call} ${name}` in REQUIRED));
    const refused = free.flatMap(({ name, written, read }) =>
      [null, ...choicesOf(read)]
        .filter((value) => read.safeParse(value).success && !takes(written, value))
        .map((value) => `${name}: ${String(value)}`),
    );
    expect(refused).toEqual([]);
  },
);

test('the forms of the office that edit rows are among those that are compared', () => {
  const compared = edits.map(({ name }) => name);
  for (const name of [
    'saveExam',
    'savePackage',
    'saveLocation',
    'editSeminaryStudent',
    'editStudent',
  ])
    expect(compared).toContain(name);
});
