import { expect, test } from '@jest/globals';
import { type Access, type Actor, may, serviceActor, signActor, studentInView, verifyActor } from './actor.ts';

const now = new Date('2026-03-02T15:00:00Z');
const secret = 'a secret of sixteen or more';
const staff = (...roles: string[]): Actor => ({ kind: 'staff', id: 1, roles, name: 'admin', via: 'bff' });
const student: Actor = { kind: 'student', id: 7, roles: ['ROLE_STUDENT'], studentId: 7, name: 'student 7', via: 'bff' };

test('an actor comes out of its token as it went in', () => {
  expect(verifyActor(signActor(student, secret, now), secret, now)).toEqual(student);
});

test.each([
  ['none', undefined],
  ['one signed with another secret', signActor(student, 'another secret altogether', now)],
  ['one whose body was changed', signActor(student, secret, now).replace(/^./, 'x')],
  ['one that is 61 seconds old', signActor(student, secret, new Date(now.getTime() - 61_000))],
])('a token is refused: %s', (_, token) => {
  expect(() => verifyActor(token, secret, now)).toThrow('forbidden');
});

test.each<[string, Actor, Access, boolean]>([
  ['a super admin is an admin', staff('ROLE_SUPER_ADMIN'), 'admin', true],
  ['an admin is no super admin', staff('ROLE_ADMIN'), 'superAdmin', false],
  ['tech support is support', staff('ROLE_TECH_SUPPORT'), 'support', true],
  ['support is not tech support', staff('ROLE_SUPPORT'), 'tech_support', false],
  ['an advisor admin is an advisor', staff('ROLE_ADVISOR_ADMIN'), 'advisor', true],
  ['a student is no staff', student, 'staff', false],
  ['a student with a staff role in the token is still no staff', { ...student, roles: ['ROLE_STUDENT', 'ROLE_ADMIN'] }, 'admin', false],
  ['staff is no student', staff('ROLE_ADMIN'), 'student', false],
  ['the BFF is no service', student, 'service', false],
  ['another service is one', serviceActor('payments'), 'service', true],
])('%s', (_, actor, key, allowed) => {
  expect(may(actor, [key])).toBe(allowed);
});

test('staff who name no student are told that one is needed', () => {
  expect(() => studentInView(staff('ROLE_ADMIN'))).toThrow('student_id_required');
  expect(studentInView({ ...staff('ROLE_ADMIN'), studentId: 9 })).toBe(9);
});

test('a student is always about herself, whatever the token says', () => {
  expect(studentInView({ ...student, studentId: 8 })).toBe(7);
});
