import { describe, expect, test } from '@jest/globals';
import { scopeOf } from '@portal/access/can';
import { PERMISSIONS, type Permission } from '@portal/access/permissions';
import { ROLES, type Role } from '@portal/access/roles';
import { type Actor, serviceActor } from '../auth/actor.ts';
import { DomainError } from '../errors.ts';
import { checkSubject, type FindSubject, mayCall, needsSubject, withStudent } from './authorize.ts';
import type { Call } from './command.ts';

const SCHOOL = 151;
const [OWN, OF_SCHOOL, OTHER] = [7, 8, 9];
const actorOf = (role: Role): Actor =>
  role === 'ROLE_STUDENT'
    ? { kind: 'student', id: OWN, roles: [role], name: 'student 7', via: 'bff' }
    : { kind: 'staff', id: 1, roles: [role], schoolId: SCHOOL, name: 'staff', via: 'bff' };

/** The students whom this service knows: one in the school, the others in none. */
const findSubject: FindSubject = async (_call, studentId) => {
  if (![OWN, OF_SCHOOL, OTHER].includes(studentId))
    throw new DomainError(404, 'student_not_found', 'No student found');
  return { studentId, schoolId: studentId === OF_SCHOOL ? SCHOOL : null };
};
const call = (actor: Actor, studentId?: number): Call =>
  ({ actor: studentId === undefined ? actor : { ...actor, studentId } }) as Call;
const forPersons = (permission: Permission) => ({ permission, callers: [] });

const permissions = Object.keys(PERMISSIONS) as Permission[];
const ofStudents = permissions.filter((name) => PERMISSIONS[name].about === 'student');

describe('the matrix of permissions, roles and students', () => {
  test.each(permissions)('%s: permitted callers', (permission) => {
    for (const role of ROLES)
      expect([role, mayCall(actorOf(role), forPersons(permission))]).toEqual([
        role,
        scopeOf(actorOf(role), permission) !== null,
      ]);
  });

  test.each(ofStudents)('%s: permitted students', async (permission) => {
    for (const role of ROLES) {
      const actor = actorOf(role);
      const scope = scopeOf(actor, permission);
      if (scope === null) continue;
      for (const studentId of [OWN, OF_SCHOOL, OTHER]) {
        const checked = await checkSubject(
          call(actor, studentId),
          forPersons(permission),
          findSubject,
        ).then(
          () => 'in',
          (error: DomainError) => error.code,
        );
        // a student acts on the id of the account, whatever the token names
        const isHidden = scope === 'own_school' && studentId !== OF_SCHOOL;
        expect([role, studentId, checked]).toEqual([
          role,
          studentId,
          isHidden ? 'student_not_found' : 'in',
        ]);
      }
    }
  });
});

describe('the student whom staff name', () => {
  const refused = async (actor: Actor, permission: Permission, find?: FindSubject) =>
    checkSubject(call(actor), forPersons(permission), find).then(
      () => null,
      (error: DomainError) => [error.status, error.code, error.detail],
    );
  const notFound = [404, 'student_not_found', 'No student found'];

  test('must be on record, also for callers who may act for any student', async () => {
    for (const role of ['ROLE_ADMIN', 'ROLE_SCHOOL_ADMIN'] as const)
      expect(await refused({ ...actorOf(role), studentId: 10 }, 'card.list', findSubject)).toEqual(
        notFound,
      );
  });

  test('may be left out by staff of the office, where a handler finds the student', async () => {
    expect(await refused(actorOf('ROLE_ADMIN'), 'card.list', findSubject)).toBe(null);
  });

  test('must be said by a school admin', async () => {
    expect(await refused(actorOf('ROLE_SCHOOL_ADMIN'), 'card.list', findSubject)).toEqual([
      400,
      'student_id_required',
      'StudentId is required.',
    ]);
  });

  test('is unknown to a school admin without school, and to services without schools', async () => {
    const named = { ...actorOf('ROLE_SCHOOL_ADMIN'), studentId: OF_SCHOOL };
    expect(await refused(named, 'card.list')).toEqual(notFound);
    const { schoolId: _, ...schoolless } = named;
    for (const studentId of [OF_SCHOOL, OTHER])
      expect(await refused({ ...schoolless, studentId }, 'card.list', findSubject)).toEqual(
        notFound,
      );
  });

  test('is not looked up for a service itself or for a permission without student', async () => {
    const never: FindSubject = () => Promise.reject(new Error('looked for'));
    const admin = { ...actorOf('ROLE_ADMIN'), studentId: OWN };
    expect(await refused(admin, 'catalog.edit', never)).toBe(null);
    expect(await refused({ ...admin, via: 'payments' }, 'card.list', never)).toBe(null);
    expect(await refused(serviceActor('payments', OWN), 'card.list', never)).toBe(null);
    expect(await refused(actorOf('ROLE_STUDENT'), 'card.list', never)).toBe(null);
  });
});

test('several roles reach as far as the one that holds the permission widest', async () => {
  const both = { ...actorOf('ROLE_SCHOOL_ADMIN'), studentId: OTHER };
  const check = (roles: Role[], permission: Permission) =>
    checkSubject(call({ ...both, roles }), forPersons(permission), findSubject);
  await check(['ROLE_SCHOOL_ADMIN', 'ROLE_ADVISOR'], 'card.list');
  // an advisor may list cards and not change them
  await expect(check(['ROLE_SCHOOL_ADMIN', 'ROLE_ADVISOR'], 'card.edit')).rejects.toMatchObject({
    code: 'student_not_found',
  });
});

describe('a call', () => {
  const student = actorOf('ROLE_STUDENT');
  const admin = actorOf('ROLE_SUPER_ADMIN');
  const booking = { permission: 'session.book', callers: ['payments'] } as const;
  test.each([
    ['of a student through the BFF is let in', student, true],
    ['of a service that is named is let in', serviceActor('payments'), true],
    ['of it for a student whom it names, too', { ...student, via: 'payments' }, true],
    ['of a service that is not named is not', { ...student, via: 'catalog' }, false],
    [
      'of one that calls itself the one that is, is not',
      { ...serviceActor('payments'), via: 'catalog' },
      false,
    ],
    ['of one that calls itself the BFF is not', { ...serviceActor('bff'), via: 'catalog' }, false],
    ['of the BFF for itself is no person’s', serviceActor('bff'), false],
    ['of a caller whom nobody knows is not', { ...admin, via: 'someone' }, false],
    [
      'of a student with a staff role in the token is a student’s',
      { ...student, roles: ['ROLE_ADMIN'] },
      false,
    ],
  ] as [string, Actor, boolean][])('%s', (_, actor, allowed) => {
    expect(mayCall(actor, booking)).toBe(allowed);
  });

  test('a call for services alone refuses everyone else', () => {
    for (const role of ROLES)
      expect(mayCall(actorOf(role), { permission: null, callers: ['payments'] })).toBe(false);
  });
});

test('the school of a student is needed where school admins act for students', () => {
  expect(needsSubject(forPersons('card.list'))).toBe(true);
  expect(needsSubject(forPersons('session.book'))).toBe(false);
  expect(needsSubject(forPersons('bulk_order.make'))).toBe(false);
  expect(needsSubject({ permission: null, callers: ['bff'] })).toBe(false);
});

describe('withStudent', () => {
  const found = async (actor: Actor, studentId?: number) =>
    (await withStudent(call(actor, studentId), async () => OF_SCHOOL)).actor.studentId;

  test('finds the student where staff name none', async () => {
    expect(await found(actorOf('ROLE_SCHOOL_ADMIN'))).toBe(OF_SCHOOL);
    expect(await found(actorOf('ROLE_SCHOOL_ADMIN'), OTHER)).toBe(OTHER);
  });

  test('leaves students and services as they are', async () => {
    expect(await found(actorOf('ROLE_STUDENT'))).toBeUndefined();
    expect(await found(serviceActor('payments'))).toBeUndefined();
  });
});
