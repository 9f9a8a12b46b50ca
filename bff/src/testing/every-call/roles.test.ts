import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { can, holdersOf } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { STUDENT_ROLE } from '@portal/access/roles';
import { exampleOf } from '@portal/contract/testing/examples';
import { matrixOf } from './access-matrix.ts';
import { aBed, type Bed, closed } from './bed.ts';
import { STUDENTS, sessionOf } from './subjects.ts';
import { switchPermission } from './switched-permissions.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await aBed();
});
afterAll(() => bed.close());

test.each(closed)('$name admits the roles of its permission', async (named) => {
  const { found, expected } = await matrixOf(bed, named);
  expect(found).toEqual(expected);
});

const ofStudents = closed.filter(
  ({ call }) => call.onStudent && can(sessionOf(STUDENT_ROLE), call.permission),
);
const OTHER = STUDENTS['of no school'].studentId;

test.each(ofStudents)('$name refuses students who name another student', async ({ name, call }) => {
  for (const field of ['student_id', 'studentId'])
    for (const id of [OTHER, String(OTHER), 0, 'x', [OTHER]]) {
      const input = { ...exampleOf(name), [field]: id };
      const { answer, requests } = await bed.ask(STUDENT_ROLE, call, input);
      const { status, body } = answer;
      expect({
        field,
        id,
        requests,
        status,
        code: body.code,
        detail: body.detail,
      }).toEqual({
        field,
        id,
        requests: [],
        status: 403,
        code: 'other_student',
        detail: 'You can only do this for your own account.',
      });
    }
});

/** Rows of the calls with a permission in which kit, which goes by another one, differs from it. */
async function differing(permission: Permission, to: Permission): Promise<Set<string>> {
  const tampered = await aBed({ served: switchPermission(permission, to) });
  const rows = new Set<string>();
  for (const named of closed.filter(({ call }) => call.permission === permission)) {
    const { found, expected } = await matrixOf(tampered, named);
    for (const row of Object.keys(expected)) if (found[row] !== expected[row]) rows.add(row);
  }
  await tampered.close();
  return rows;
}

describe('the matrix notices that kit', () => {
  test('admits every signed-in account', async () => {
    const rows = await differing('card.edit', 'school.list');
    expect(rows).toEqual(
      new Set([
        'ROLE_SCHOOL_ADMIN, a student of another school',
        'ROLE_SCHOOL_ADMIN, a student of no school',
        ...['SUPPORT', 'TECH_SUPPORT', 'ADVISOR', 'ADVISOR_ADMIN', 'ADMISSIONS'].map(
          (role) => `ROLE_${role}, a student of the own school, past the BFF`,
        ),
      ]),
    );
  });

  test('admits no role that may not', async () => {
    const rows = await differing('fee.pay', 'user.list');
    for (const role of holdersOf('fee.pay'))
      expect([...rows]).toContainEqual(expect.stringMatching(`^${role}, `));
  });
});
