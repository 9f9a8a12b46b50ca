import { expect, test } from '@jest/globals';
import { seesPackageComment } from '@portal/access/package-comment';
import { ROLES, STUDENT_ROLE } from '@portal/access/roles';
import { type Actor, serviceActor } from '@portal/kit/auth/actor';
import { aPackage } from '../testing.ts';
import { packageFor } from './package-for.ts';

const pack = { ...aPackage(), id: 7, internalComment: 'Ask the dean first' };
const commentFor = (actor: Actor) => packageFor(actor, pack).internalComment;

test.each(ROLES)('%s reads the comment of a package only with the permission', (role) => {
  const kind = role === STUDENT_ROLE ? 'student' : 'staff';
  const actor: Actor = { kind, id: 1, roles: [role], name: 'one', via: 'bff' };
  const sees = ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_ADVISOR_ADMIN'].includes(role);
  expect(commentFor(actor)).toBe(sees ? pack.internalComment : null);
  expect(seesPackageComment(actor)).toBe(sees);
});

test('of services the BFF alone reads it, also where it names a person', () => {
  expect(commentFor(serviceActor('bff'))).toBe(pack.internalComment);
  for (const service of ['payments', 'registration', 'operator'])
    expect(commentFor(serviceActor(service))).toBeNull();
});
