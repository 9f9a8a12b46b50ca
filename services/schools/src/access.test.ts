import { expect, test } from '@jest/globals';
import { type Access, type Actor, may } from '@portal/kit/actor';
import { bulkRpcs } from './bulk/rpc.ts';
import { schoolRpcs } from './schools/rpc.ts';

const staff = (role: string): Actor => ({ kind: 'staff', id: 1, roles: [role], name: 'staff', via: 'bff' });
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
};
const orders = ['admin', 'superAdmin', 'school'];
const everybody: Record<string, string[]> = {
  listSchools: Object.keys(people).filter((who) => who !== 'nobody'),
  quoteBulk: orders,
  orderBulk: orders,
  getBulkRun: orders,
  readSessionAccount: ['admin', 'superAdmin', 'techSupport', 'school'],
};
const handlers = Object.entries({ ...schoolRpcs.handlers, ...bulkRpcs.handlers }).map(([name, { access }]) => ({ name, access }));

test.each(handlers)('$name is open to exactly those of the contract', ({ name, access }: { name: string; access: readonly Access[] }) => {
  const open = Object.entries(people).flatMap(([who, actor]) => (may(actor, access) ? [who] : []));
  expect(open).toEqual(everybody[name]);
});
