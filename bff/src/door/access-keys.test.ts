import { expect, test } from '@jest/globals';
import { holds, roleKeys, roles } from '@portal/contract/access';
import { may } from '@portal/kit/actor';

const keys = ['public', ...roleKeys] as const;

test.each(roles)('a key lets %s in at the door if and only if it does so in a service', (role) => {
  const kind = role === 'ROLE_STUDENT' ? 'student' : 'staff';
  const actor = { kind, id: 1, roles: [role], name: kind, via: 'bff' } as const;
  const atDoor = keys.filter((key) => holds(actor.roles, key));
  expect(keys.filter((key) => may({ ...actor, roles: [role] }, [key]))).toEqual(atDoor);
});
