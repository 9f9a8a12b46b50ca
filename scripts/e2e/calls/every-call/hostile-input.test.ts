import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { holdersOf } from '@portal/access/can';
import { type Role, STAFF_ROLES } from '@portal/access/roles';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { readNewCard, readSavedCard } from '@portal/contract/payments/cards';
import type { Problem } from '@portal/contract/problem';
import { readNewStudyMethod, readStudyMethod } from '@portal/contract/seminary/study-method';
import { exampleOf } from '@portal/contract/testing/examples';
import type { Answer, Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { changes, someAskers } from './askers.ts';
import { hostileTexts, hostileValues } from './hostile-values.ts';

let { admin, asker } = {} as Awaited<ReturnType<typeof someAskers>>;
beforeAll(async () => {
  ({ admin, asker } = await someAskers());
});

const readers = {
  new: readNewCard,
  saved: readSavedCard,
  newStudy: readNewStudyMethod,
  study: readStudyMethod,
} as const;

/** The fields of a form as they arrive: nothing is left out, everything but a file is text. */
const asForm = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => {
        if (value instanceof File) return [name, value];
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        // a form is UTF-8, which has no half characters
        return [name, text.toWellFormed()];
      }),
  );

/** What the contract itself says of an input: the fields that it refuses, none when it takes it. */
function refusedFields(call: CallSpec, sent: Readonly<Record<string, unknown>>): string[] {
  const input = call.upload ? asForm(sent) : sent;
  const read = call.body?.safeParse(input);
  if (read?.error) return read.error.issues.map(({ path }) => String(path[0] ?? 'body'));
  if (call.upload && !call.upload.optional && !(input[call.upload.field] instanceof File))
    return [call.upload.field];
  const card = call.card ? readers[call.card](input) : null;
  return card && 'errors' in card ? card.errors.map(({ path }) => path) : [];
}

const taken = [200, 202, 400, 402, 403, 404, 409, 413, 422, 429];

/** Whom a call is about has refusals of its own, which another test brings about. */
const isStudentChoice = (call: CallSpec, field: string): boolean =>
  call.onStudent === true && /^student_?id$/i.test(field);
const withoutStudent = (
  call: CallSpec,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([field]) => !isStudentChoice(call, field)));

/** Fields that only some of those who may call must send, here an admin, or that go with others. */
const neededByAdmins: Readonly<Record<string, readonly string[]>> = {
  quoteRegisterAndSchedule: ['schoolId'],
  payRegisterAndSchedule: ['schoolId'],
  createSchoolSession: ['schoolId'],
  submitSchoolPayment: ['schoolId'],
  editStudent: ['zip', 'accommodations'],
  saveAccommodation: ['minutes'],
};

/** What the answer to a field with something else in it may be. */
function judge(
  { status, body }: Answer<Problem>,
  field: string,
  refused: readonly string[],
): string | null {
  if (body.code === 'start_key_missing' || body.code === 'pending_over')
    return refused.length === 0 ? null : `looked for a key before ${field}`;
  if (!taken.includes(status)) return `answered ${status} ${JSON.stringify(body)}`;
  if (refused.length === 0)
    return status === 422 && body.code === 'invalid'
      ? `was refused although it is right: ${JSON.stringify(body)}`
      : null;
  if (body.code === 'card_data_refused') return null;
  const named = body.errors?.map(({ path }) => path.split('.')[0]) ?? [];
  return status === 422 && named.includes(field)
    ? null
    : `did not name ${field}: ${status} ${JSON.stringify(body)}`;
}

// of what a partner has signed, nothing is read before its signature
const withFields = changes.filter(
  ({ name, call }) => Object.keys(exampleOf(name)).length > 0 && !call.signed,
);

test.each(changes)('the example of $name has every field that the call takes', ({ name, call }) => {
  const known = Object.keys((call.body as { shape?: object } | undefined)?.shape ?? {}).filter(
    (field) => !/^student_?id$/i.test(field) || name !== 'getStudentInfo',
  );
  expect(Object.keys(exampleOf(name))).toEqual(expect.arrayContaining(known));
  expect(refusedFields(call, exampleOf(name))).toEqual([]);
});

test.each(withFields)(
  '$name refuses every field that is missing or is not what it should be, and names it',
  async ({ name, call }) => {
    const example = exampleOf(name);
    const troubles: string[] = [];
    for (const field of Object.keys(withoutStudent(call, example))) {
      const { [field]: _, ...without } = example;
      const cases = [
        { what: 'nothing', input: without },
        ...hostileValues.map(({ what, value }) => ({
          what,
          input: { ...example, [field]: value },
        })),
      ];
      const { person, about } = asker(call);
      for (const { what, input } of cases) {
        const answer = await person.ask(
          call,
          { ...about, ...input },
          call.keyed ? randomUUID() : undefined,
        );
        const isNeeded =
          neededByAdmins[name]?.includes(field) &&
          (input as Record<string, unknown>)[field] == null;
        const trouble = judge(
          answer as Answer<Problem>,
          field,
          isNeeded ? [field] : refusedFields(call, input),
        );
        if (trouble) troubles.push(`${field} with ${what} ${trouble}`);
      }
    }
    expect(troubles).toEqual([]);
  },
);

test.each(calls.filter(({ call }) => call.query))(
  '$name refuses a query that is not what it should be, and names the field',
  async ({ name, call }) => {
    const troubles: string[] = [];
    const { person, about } = asker(call);
    for (const field of Object.keys(exampleOf(name))) {
      for (const { what, value } of hostileTexts) {
        const input = { ...about, ...exampleOf(name), [field]: value };
        const { status, body } = (await person.ask(call, input)) as Answer<Problem>;
        const read = call.query?.safeParse({ ...input, [field]: String(value) });
        // an address of many kilobytes is refused before anything in it is read
        const isNamed =
          body.errors?.some(({ path }) => path === field) ?? String(value).length > 10_000;
        const isRight = read?.success ? [200, 404].includes(status) : status === 400 && isNamed;
        if (!isRight)
          troubles.push(`${field} with ${what} answered ${status} ${JSON.stringify(body)}`);
      }
    }
    expect(troubles).toEqual([]);
  },
);

test.each(calls.filter(({ call }) => call.onStudent))(
  '$name refuses staff who name no student, or what is no student',
  async ({ name, call }) => {
    const holders = holdersOf(call.permission).filter((role) => STAFF_ROLES.includes(role));
    const role = holders.includes('ROLE_SUPER_ADMIN') ? 'ROLE_SUPER_ADMIN' : holders[0];
    if (role === undefined) return;
    const person = await staffWith(role);
    const example = call.method === 'POST' ? withoutStudent(call, exampleOf(name)) : {};
    const nobody = (await person.ask(call, example)) as Answer<Problem>;
    expect([nobody.status, nobody.body.code, nobody.body.detail]).toEqual([
      400,
      'student_id_required',
      'StudentId is required.',
    ]);
    for (const value of [0, -1, 1.5, 1e308, 'x', "1' OR '1'='1", true]) {
      const { status, body } = (await person.ask(call, {
        ...example,
        student_id: value,
      })) as Answer<Problem>;
      expect({ value, status, path: body.errors?.[0]?.path }).toEqual({
        value,
        status: call.method === 'POST' ? 422 : 400,
        path: 'student_id',
      });
    }
  },
);

const known = new Map<string, Promise<Person>>();
function staffWith(role: Role): Promise<Person> {
  if (role === 'ROLE_SUPER_ADMIN') return Promise.resolve(admin);
  const person = known.get(role) ?? signedInStaff(role);
  known.set(role, person);
  return person;
}
