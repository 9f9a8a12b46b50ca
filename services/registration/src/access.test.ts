import { expect, test } from '@jest/globals';
import { type Access, type Actor, may } from '@portal/kit/actor';
import { assignmentRpcs } from './assignments/rpc.ts';
import { onlineRpcs } from './online/rpc.ts';
import { registrationRpcs } from './registrations/rpc.ts';
import { sessionRpcs } from './sessions/rpc.ts';

const staff = (...roles: string[]): Actor => ({ kind: 'staff', id: 1, roles, name: 'staff', via: 'bff' });
const people: Record<string, Actor> = {
  nobody: { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' },
  student: { kind: 'student', id: 1, roles: ['ROLE_STUDENT'], name: 'student', via: 'bff' },
  admin: staff('ROLE_ADMIN'),
  superAdmin: staff('ROLE_SUPER_ADMIN'),
  techSupport: staff('ROLE_TECH_SUPPORT'),
  support: staff('ROLE_SUPPORT'),
  advisor: staff('ROLE_ADVISOR'),
  advisorAdmin: staff('ROLE_ADVISOR_ADMIN'),
  admissions: staff('ROLE_ADMISSIONS'),
  school: staff('ROLE_SCHOOL_ADMIN'),
  service: { kind: 'service', id: 0, roles: [], name: 'payments', via: 'payments' },
};
const anyStaff = Object.entries(people).flatMap(([who, { kind }]) => (kind === 'staff' ? [who] : []));
const everybody: Record<string, string[]> = {
  listRegistrations: ['student', 'admin', 'superAdmin', 'techSupport', 'support', 'advisor', 'advisorAdmin', 'service'],
  registerExam: ['student', 'admin', 'superAdmin'],
  buyExam: ['student', 'admin', 'superAdmin'],
  cancelRegistration: ['student', 'admin', 'superAdmin', 'techSupport', 'school'],
  sendStudyMaterials: ['student', 'admin', 'superAdmin', 'advisor', 'advisorAdmin'],
  getFeesDue: ['service'],
  recordFeesPaid: ['service'],
  listOpenSessions: ['student', 'admin', 'superAdmin', 'techSupport', 'advisor', 'advisorAdmin'],
  getSession: ['student', 'admin', 'superAdmin', 'techSupport', 'advisor', 'advisorAdmin', 'school', 'service'],
  listStudentSessions: ['student', 'admin', 'superAdmin', 'advisor', 'advisorAdmin'],
  getLastLocation: ['student', 'admin', 'superAdmin', 'advisor', 'advisorAdmin'],
  scheduleSession: ['student', 'admin', 'superAdmin', 'techSupport'],
  cancelSession: ['student', 'admin', 'superAdmin', 'techSupport'],
  listSchoolSessions: ['student', 'admin', 'superAdmin', 'techSupport', 'advisor', 'advisorAdmin', 'school'],
  changeToOnline: ['admin', 'superAdmin', 'techSupport'],
  holdSeat: ['service'],
  listAssignments: ['student', 'admin', 'superAdmin', 'advisor', 'advisorAdmin'],
  getCccId: ['student', 'admin', 'superAdmin'],
  uploadAssignment: ['student', ...anyStaff],
  createSessions: ['admin', 'superAdmin', 'service'],
  bookProctor: ['student', ...anyStaff],
  reserveProctor: ['student'],
  openExam: ['student', ...anyStaff],
  startExam: Object.keys(people),
  startProgram: ['student', ...anyStaff],
  checkOnlineAccess: ['student', 'admin', 'superAdmin', 'advisor', 'advisorAdmin'],
  checkProgram: ['student', 'admin', 'superAdmin', 'advisor', 'advisorAdmin'],
  reportProctoring: Object.keys(people),
  reportExamPlatform: Object.keys(people),
};

const handlers = Object.entries({
  ...registrationRpcs.handlers,
  ...sessionRpcs.handlers,
  ...onlineRpcs.handlers,
  ...assignmentRpcs.handlers,
}) as [string, { access: readonly Access[] }][];

test.each(handlers)('%s is open to those who may, and to nobody else', (name, { access }) => {
  const open = Object.entries(people).filter(([, actor]) => may(actor, access));
  expect(open.map(([who]) => who).sort()).toEqual([...(everybody[name] ?? [])].sort());
});
