import type { By } from '@portal/kit/client';

/** A change that the seed makes for a student. The key names the fact, so a seed that was cut off goes on where it stopped. */
export const seeding = (fact: string, studentId?: number): By => ({
  actor: { kind: 'service', id: 0, roles: [], name: 'seed', via: 'seed', ...(studentId === undefined ? {} : { studentId }) },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** The same as the student herself would make it. */
export const asStudent = (studentId: number, fact: string): By => ({
  actor: { kind: 'student', id: studentId, roles: ['ROLE_STUDENT'], studentId, name: `student ${studentId}`, via: 'seed' },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** The same as the admissions office would make it. */
export const asAdmissions = (fact: string): By => ({
  actor: { kind: 'staff', id: 7, roles: ['ROLE_ADMISSIONS'], name: 'admissions', via: 'seed' },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});
