import { expect, test } from '@jest/globals';
import { listWaiting } from '@portal/contract/sessions/waiting-list';
import { signedInStaff } from '../../people/staff.ts';

/** Waiting lists of the demo data. Other tests do not change them. */

const MIRI = 1003;

test('three students wait for the full session', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const { items } = await admin.do(listWaiting, { studentId: 2116 });
  const testSessionId = items[0]?.testSessionId ?? 0;
  const line = await admin.do(listWaiting, { testSessionId });
  expect(line.items.map(({ studentId, position }) => [studentId, position])).toEqual([
    [2116, 1],
    [2117, 2],
    [2118, 3],
  ]);
});

test('a declined seat is offered to miri', async () => {
  const admin = await signedInStaff('ROLE_ADMIN');
  const { items: declined } = await admin.do(listWaiting, { studentId: 2121, state: 'declined' });
  const { items: offered } = await admin.do(listWaiting, { studentId: MIRI });
  expect(offered).toMatchObject([{ state: 'offered', position: null }]);
  expect(declined.map(({ testSessionId }) => testSessionId)).toEqual(
    offered.map(({ testSessionId }) => testSessionId),
  );
});
