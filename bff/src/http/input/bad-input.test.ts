import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import fc from 'fast-check';
import type * as z from 'zod';
import { aPortal, problemIn } from '../../testing/portal.ts';
import {
  fieldsOf,
  refusingServices as nothing,
  staff,
  student,
  whoMay,
} from '../../testing/refusing-services.ts';

const everything = [student, staff];

const hostile: readonly unknown[] = [
  null,
  {},
  [],
  ['a', 'b'],
  { $gt: '' },
  'x'.repeat(10_000),
  '\u0000',
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  true,
];

// of what a partner has signed, its service reads the fields; forms have tests of their own
const withBodies = calls.filter(
  ({ call }) => fieldsOf(call.body).length > 0 && !call.signed && !call.upload,
);
test.each(withBodies)(
  '$name names the field that is hostile, whatever stands in it',
  async ({ call }) => {
    const portal = await aPortal({ services: nothing });
    const cookie = await portal.signedIn(whoMay(call));
    for (const field of fieldsOf(call.body)) {
      const schema = ((call.body as z.ZodObject).shape as Record<string, z.ZodType>)[
        field
      ] as z.ZodType;
      const bad = hostile.filter((value) => !schema.safeParse(value).success);
      expect(bad.length).toBeGreaterThan(7);
      for (const value of bad) {
        const answer = await portal.post(call.path, { student_id: 12, [field]: value }, cookie);
        const problem = await problemIn(answer);
        // The student is told apart from others before the fields are looked at.
        if (problem.code === 'other_student') continue;
        expect([answer.status, problem.errors?.map(({ path }) => path.split('.')[0])]).toEqual([
          422,
          expect.arrayContaining([field]),
        ]);
      }
    }
  },
);

/** Values as they stand in an address; one is said twice. */
const hostileQueries = [
  'x',
  '-1',
  '1.5',
  '0',
  '99999999999',
  '%00',
  "1'--",
  '[]',
  '%F0%9F%92%A9',
  '1&=2',
];
const inQuery = (value: string): string | string[] =>
  value.includes('&') ? ['1', '2'] : decodeURIComponent(value);

test.each(calls.filter(({ call }) => fieldsOf(call.query).length > 0))(
  '$name answers a hostile query with the field named',
  async ({ call }) => {
    const portal = await aPortal({ services: nothing });
    const cookie = await portal.signedIn(whoMay(call));
    for (const field of fieldsOf(call.query)) {
      const schema = ((call.query as z.ZodObject).shape as Record<string, z.ZodType>)[
        field
      ] as z.ZodType;
      // a text may be what a number may not be
      const bad = hostileQueries.filter((value) => !schema.safeParse(inQuery(value)).success);
      expect(bad).toContain('1&=2');
      for (const value of bad) {
        const query = `${field}=${value.replace('&', `&${field}`)}`;
        const answer = await portal.get(`${call.path}?${query}`, cookie);
        const paths = (await problemIn(answer)).errors?.map(({ path }) => path);
        expect([answer.status, paths]).toEqual([400, expect.arrayContaining([field])]);
      }
    }
  },
);

test('no body that a person can send makes a failure of the inside', async () => {
  const portal = await aPortal({ services: nothing });
  const cookies = await Promise.all(everything.map((session) => portal.signedIn(session)));
  const posts = calls.filter(({ call }) => call.method === 'POST' && !call.upload);
  const aValue = fc.oneof(
    fc.jsonValue(),
    fc.integer(),
    fc.constantFrom(1, '12', 'dana@student.test', '04/15/2004', '1234', 'Study4JSE!', ...hostile),
  );
  const aBody = (call: CallSpec) =>
    fc.dictionary(fc.constantFrom('student_id', 'amount', 'ccId', ...fieldsOf(call.body)), aValue);
  const anAsk = fc
    .constantFrom(...posts)
    .chain(({ call }) =>
      fc.record({ call: fc.constant(call), body: aBody(call), who: fc.nat({ max: 1 }) }),
    );
  await fc.assert(
    fc.asyncProperty(anAsk, async ({ call, body, who }) => {
      const answer = await portal.post(call.path, body, cookies[who] as Record<string, string>);
      expect([200, 400, 401, 403, 404, 413, 422, 429]).toContain(answer.status);
      await answer.arrayBuffer();
    }),
    { numRuns: 300 },
  );
});
