import { expect, test } from '@jest/globals';
import { type Actor, may, serviceActor } from '@portal/kit/actor';
import { bulkRpcs } from './rpc.ts';

const throughBff: Actor = { kind: 'staff', id: 1, roles: ['ROLE_SUPER_ADMIN', 'ROLE_SCHOOL_ADMIN'], name: 'staff', via: 'bff' };

test.each(Object.entries(bulkRpcs.handlers))('%s is for parts alone', (_name, { access }) => {
  expect([may(serviceActor('schools'), access), may({ ...throughBff, via: 'schools' }, access), may(throughBff, access)]).toEqual([
    true,
    true,
    false,
  ]);
});
