import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { can } from '@portal/access/can';
import { STAFF_ROLES } from '@portal/access/roles';
import { withoutBlankTexts } from '@portal/contract/blank-fields';
import { calls } from '@portal/contract/calls';
import { exampleOf } from '@portal/contract/testing/examples';
import {
  changesWithFields,
  type HostileInput,
  refusedInputs,
  shareOf,
  takenInputs,
  troubleWithTaken,
} from '@portal/contract/testing/hostile-inputs';
import { hostileTexts } from '@portal/contract/testing/hostile-values';
import { isStudentChoice, refusedFields } from '@portal/contract/testing/refused-fields';
import { notAllowed } from '@portal/kit/auth/actor';
import { aBed, askerOf, type Bed, changes, type Outcome } from './bed.ts';
import { sessionOf } from './subjects.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await aBed({
    handle: () => {
      throw notAllowed();
    },
  });
});
afterAll(() => bed.close());

test.each(changes)('the example of $name has every field that the call takes', ({ name, call }) => {
  const known = Object.keys((call.body as { shape?: object } | undefined)?.shape ?? {}).filter(
    (field) => !/^student_?id$/i.test(field) || name !== 'getStudentInfo',
  );
  expect(Object.keys(exampleOf(name))).toEqual(expect.arrayContaining(known));
  expect(refusedFields(call, exampleOf(name))).toEqual([]);
});

/** How messages begin that zod writes for programmers; people get "{field} invalid" instead. */
const FOR_PROGRAMMERS = /^(Invalid|Too (big|small)|Unrecognized|Expected)\b/;
const troubleWithMessages = ({ answer: { body } }: Outcome): string[] =>
  [body.detail, ...(body.errors ?? []).map(({ message }) => message)]
    .filter((message) => FOR_PROGRAMMERS.test(message ?? ''))
    .map((message) => `a message for programmers: ${message}`);

/** Every field that is not what it should be is named, and no service hears of it. */
function troubleWithRefused(
  { what, fields }: HostileInput,
  { answer: { status, body }, requests }: Outcome,
): string[] {
  if (requests.length > 0) return [`${fields} with ${what} reached ${requests[0]?.rpc}`];
  if (status === 400 && body.code === 'card_data_refused') return [];
  const named = body.errors?.map(({ path }) => path.split('.')[0]) ?? [];
  const unnamed = status === 422 ? fields.filter((field) => !named.includes(field)) : fields;
  if (unnamed.length === 0) return [];
  return [`${unnamed} with ${what} is not named: ${status} ${JSON.stringify(body)}`];
}

test.each(changesWithFields)(
  '$name names every field that is missing or not what it should be, and takes what it may be',
  async ({ name, call }) => {
    const { role, about } = askerOf(call);
    const troubles: string[] = [];
    for (const hostile of shareOf(name, refusedInputs(name, call))) {
      const outcome = await bed.ask(role, call, { ...about, ...hostile.input });
      troubles.push(...troubleWithRefused(hostile, outcome), ...troubleWithMessages(outcome));
    }
    for (const hostile of shareOf(name, takenInputs(name, call))) {
      const { answer } = await bed.ask(role, call, { ...about, ...hostile.input });
      troubles.push(...troubleWithTaken(hostile, answer));
    }
    expect(troubles).toEqual([]);
  },
);

test.each(calls.filter(({ call }) => call.query))(
  '$name names the field of a query that is not what it should be',
  async ({ name, call }) => {
    const troubles: string[] = [];
    const { role, about } = askerOf(call);
    for (const field of Object.keys(exampleOf(name))) {
      const named = Object.entries(about).map(([name, value]) => [name, String(value)]);
      const twice = new URLSearchParams([[field, '1'], [field, '2'], ...named]);
      const said = await bed.send(
        'GET',
        `${call.path}?${twice}`,
        undefined,
        await bed.cookie(role),
      );
      expect([said.status, said.body.errors?.map(({ path }) => path)]).toEqual([
        400,
        expect.arrayContaining([field]),
      ]);
      for (const { what, value } of hostileTexts) {
        const input = { ...about, ...exampleOf(name), [field]: value };
        const outcome = await bed.ask(role, call, input);
        const { answer } = outcome;
        troubles.push(...troubleWithMessages(outcome));
        // an address is UTF-8, which has no half characters
        const sent = { ...input, [field]: String(value).toWellFormed() };
        const read = call.query?.safeParse(withoutBlankTexts(call.query, sent));
        // an address of many kilobytes is refused before anything in it is read
        const isNamed =
          answer.body.errors?.some(({ path }) => path === field) ?? String(value).length > 10_000;
        const isRight = read?.success
          ? [200, 403, 404].includes(answer.status)
          : answer.status === 400 && isNamed;
        if (!isRight)
          troubles.push(`${field} with ${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
    }
    expect(troubles).toEqual([]);
  },
);

test.each(calls.filter(({ call }) => call.onStudent))(
  '$name refuses staff who name no student, or something that is no student',
  async ({ name, call }) => {
    const role = STAFF_ROLES.find((one) => can(sessionOf(one), call.permission));
    if (role === undefined) return;
    const fields = Object.entries(call.method === 'POST' ? exampleOf(name) : {});
    const example = Object.fromEntries(fields.filter(([field]) => !isStudentChoice(call, field)));
    const { answer, requests } = await bed.ask(role, call, example);
    if (!call.studentOptional)
      expect([answer.status, answer.body.code, answer.body.detail, requests]).toEqual([
        400,
        'student_id_required',
        'StudentId is required.',
        [],
      ]);
    for (const value of [0, -1, 1.5, 1e308, 'x', "1' OR '1'='1", true]) {
      const { answer } = await bed.ask(role, call, { ...example, student_id: value });
      expect({ value, status: answer.status, path: answer.body.errors?.[0]?.path }).toEqual({
        value,
        status: call.method === 'POST' ? 422 : 400,
        path: 'student_id',
      });
    }
  },
);
