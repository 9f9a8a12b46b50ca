import type { CallOptions } from '@portal/kit/grpc/client';

/**
 * A change that the seed makes as an operator's tool, about a student when one is named. The key
 * names the fact, so a seed that was cut off goes on where it stopped.
 */
export const seeding = (fact: string, studentId?: number): CallOptions => ({
  actor: {
    kind: 'service',
    id: 0,
    roles: [],
    name: 'seed',
    via: 'operator',
    ...(studentId === undefined ? {} : { studentId }),
  },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** The BFF as caller, as for the lists that it keeps in memory. */
export const asBff: CallOptions = {
  actor: { kind: 'service', id: 0, roles: [], name: 'bff', via: 'bff' },
};

/** Options of a student's call, sent by the BFF. */
export const asStudent = (studentId: number, fact: string): CallOptions => ({
  actor: {
    kind: 'student',
    id: studentId,
    roles: ['ROLE_STUDENT'],
    studentId,
    name: `student ${studentId}`,
    via: 'bff',
  },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** Options of a call of tech support for a student, sent by the BFF. */
export const asTechSupport = (studentId: number, fact: string): CallOptions => ({
  actor: {
    kind: 'staff',
    id: 3,
    roles: ['ROLE_TECH_SUPPORT'],
    studentId,
    name: 'techsupport',
    via: 'bff',
  },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** Options of a call of an admin of the office, about a student when one is named. */
export const asAdmin = (fact: string, studentId?: number): CallOptions => ({
  actor: {
    kind: 'staff',
    id: 1,
    roles: ['ROLE_ADMIN'],
    ...(studentId === undefined ? {} : { studentId }),
    name: 'admin',
    via: 'bff',
  },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** Options of a super admin's call, sent by the BFF. */
export const asSuperAdmin = (fact: string): CallOptions => ({
  actor: { kind: 'staff', id: 2, roles: ['ROLE_SUPER_ADMIN'], name: 'superadmin', via: 'bff' },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});

/** Options of a call of the admissions office, sent by the BFF. */
export const asAdmissions = (fact: string): CallOptions => ({
  actor: { kind: 'staff', id: 7, roles: ['ROLE_ADMISSIONS'], name: 'admissions', via: 'bff' },
  key: `seed:${fact}`,
  deadlineMs: 30_000,
});
