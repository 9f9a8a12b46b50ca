import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import fc from 'fast-check';
import { aPortal } from '../../testing/portal.ts';
import {
  fieldsOf,
  refusingServices as nothing,
  staff,
  student,
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

// each field of each call: bff/src/testing/every-call/hostile-input.test.ts
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
