import { expect, test } from '@jest/globals';
import { type Actor, studentInView } from './actor.ts';

const admin: Actor = { kind: 'staff', id: 1, roles: ['ROLE_ADMIN'], name: 'admin', via: 'bff' };

test('staff who name no student get an error that one is needed', () => {
  expect(() => studentInView(admin)).toThrow('student_id_required');
  expect(studentInView({ ...admin, studentId: 9 })).toBe(9);
});

test('a student always acts on their own id, with any token', () => {
  const roles = ['ROLE_STUDENT'];
  const student: Actor = { kind: 'student', id: 7, roles, name: 'student 7', via: 'bff' };
  expect(studentInView({ ...student, studentId: 8 })).toBe(7);
});
