import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { can } from '@portal/access/can';
import { ROLES, STUDENT_ROLE } from '@portal/access/roles';
import { streams } from '@portal/contract/live';
import { aBed, type Bed } from './bed.ts';
import { STUDENTS, sessionOf } from './subjects.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await aBed();
});
afterAll(() => bed.close());

/** Opens a stream and leaves it at once: its status and type, or the code of the problem. */
async function opened(path: string, headers: Record<string, string>): Promise<unknown[]> {
  const leave = new AbortController();
  const answer = await fetch(bed.url + path, { headers, signal: leave.signal });
  const type = answer.headers.get('content-type')?.split(';')[0];
  const problem = answer.ok ? null : ((await answer.json()) as { code: string });
  leave.abort();
  return [answer.status, problem?.code ?? type];
}
const OPEN = [200, 'text/event-stream'];

test.each(streams)('$name opens for the roles that its permission names', async ({ stream }) => {
  const { onStudent = false } = stream;
  const found: Record<string, unknown> = { nobody: await opened(stream.path, {}) };
  const expected: Record<string, unknown> = { nobody: [401, 'not_signed_in'] };
  for (const role of ROLES) {
    const cookie = await bed.cookie(role);
    const isStaff = role !== STUDENT_ROLE;
    const mayOpen = can(sessionOf(role), stream.permission);
    found[role] = await opened(stream.path, cookie);
    expected[role] = mayOpen ? OPEN : [403, 'forbidden'];
    if (!mayOpen || !onStudent) continue;
    const other = `${role}, of another student`;
    const path = `${stream.path}?student_id=${STUDENTS['of no school'].studentId}`;
    if (isStaff) expected[role] = [400, 'student_id_required'];
    found[other] = await opened(path, cookie);
    expected[other] = isStaff ? OPEN : [403, 'other_student'];
  }
  expect(found).toEqual(expected);
});

test.each(streams)('$name refuses a query that it cannot read', async ({ stream }) => {
  const role = ROLES.find((one) => can(sessionOf(one), stream.permission)) ?? STUDENT_ROLE;
  const cookie = await bed.cookie(role);
  for (const query of ['?age=soon', '?age=-1', '?age=1&age=2'])
    expect([query, ...(await opened(stream.path + query, cookie))]).toEqual([
      query,
      400,
      'malformed',
    ]);
});
