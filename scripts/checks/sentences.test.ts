// Errors for students exist in Hebrew: every refusal of a call that they may make. Texts for staff
// stay English, like their pages.
import { expect, test } from '@jest/globals';
import { can } from '@portal/access/can';
import { STUDENT_ROLE } from '@portal/access/roles';
import { calls } from '@portal/contract/calls';
import { commonRefusals } from '@portal/contract/problem';
import { catalogErrors } from '@portal/proto/errors/catalog';
import { identityErrors } from '@portal/proto/errors/identity';
import { paymentsErrors } from '@portal/proto/errors/payments';
import { registrationErrors } from '@portal/proto/errors/registration';
import { seminaryErrors } from '@portal/proto/errors/seminary';
import { sentences } from '../../web/src/shared/language/sentences.he.ts';

interface Refusal {
  detail: string | readonly string[] | null;
}
const tables: readonly Readonly<Record<string, Refusal>>[] = [
  catalogErrors,
  identityErrors,
  paymentsErrors,
  registrationErrors,
  seminaryErrors,
];
const student = { kind: 'student' as const, id: 1, roles: [STUDENT_ROLE] };

/** Refusals for staff in calls that students also make. */
const TO_STAFF = /tech support|admin|Woodmont|students? of|The student |No student found/i;

test('every refusal that a student may get has its Hebrew', () => {
  const codes = new Set(
    calls
      .filter(({ call }) => can(student, call.permission))
      .flatMap(({ call }) => Object.keys(call.refuses ?? {})),
  );
  expect(codes.size).toBeGreaterThan(60);
  const ofCalls = tables.flatMap((table) =>
    Object.entries(table)
      .filter(([code]) => codes.has(code))
      .flatMap(([, { detail }]) => detail ?? []),
  );
  const common = Object.values(commonRefusals).map(({ detail }) => detail);
  const unsaid = [...new Set([...ofCalls, ...common])].filter(
    (detail) => !sentences.has(detail) && !TO_STAFF.test(detail),
  );
  expect(unsaid).toEqual([]);
});
