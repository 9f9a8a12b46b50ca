import { type Actor, serviceActor } from '@portal/kit/actor';
import type { By } from '@portal/kit/client';

/** A change that the seed makes for a student. The key names the fact, so a seed that was cut off goes on where it stopped. */
export const seeding = (fact: string, studentId?: number): By => ({
  actor: serviceActor('seed', studentId),
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** The same as the student herself would make it. */
export function asStudent(studentId: number, fact: string): By {
  const actor: Actor = { kind: 'student', id: studentId, roles: ['ROLE_STUDENT'], studentId, name: `student ${studentId}`, via: 'seed' };
  return { actor, key: `seed:${fact}`, deadlineMs: 30_000 };
}
