import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { ROLES } from '@portal/access/roles';
import { mayCall } from '../commands/authorize.ts';
import type { ServiceDefinition } from '../grpc/rpc.ts';
import { optionsOf } from '../testing/calls/rpc-options.ts';
import { type Actor, serviceActor } from './actor.ts';
import { CALLERS } from './callers.ts';
import { rpcAccess } from './rpc-access.ts';

const generated = fileURLToPath(new URL('../../../proto/gen/', import.meta.url));
const modules = await Promise.all(
  globSync('{*,portal/*}/v1/*.ts', { cwd: generated, exclude: ['grpc/**', 'google/**'] }).map(
    (file) => import(`${generated}${file}`) as Promise<Record<string, unknown>>,
  ),
);
const definitions = modules.flatMap((module) =>
  Object.entries(module)
    .filter(([name]) => name.endsWith('ServiceDefinition'))
    .map(([, definition]) => definition as ServiceDefinition),
);
const rpcs = definitions.flatMap(({ fullName, methods }) =>
  Object.values(methods).map(({ name, options }) => ({ rpc: `${fullName}.${name}`, options })),
);

test('there are RPCs to look at', () => {
  expect(definitions.length).toBeGreaterThan(25);
  expect(rpcs.length).toBeGreaterThan(100);
});

test.each(rpcs)('$rpc says who may call it', ({ rpc, options }) => {
  expect(() => rpcAccess(rpc, options)).not.toThrow();
});

describe('a service does not start with an RPC that', () => {
  test.each([
    { says: 'says nothing', options: {}, message: 'a.B.c names neither' },
    {
      says: 'says only that it reads',
      options: { idempotencyLevel: 'NO_SIDE_EFFECTS' } as object,
      message: 'a.B.c names neither',
    },
    {
      says: 'names a permission that does not exist',
      options: optionsOf({ permission: 'session.steal' }),
      message: 'the permission session.steal',
    },
    {
      says: 'names a permission that each object has',
      options: optionsOf({ permission: 'constructor' }),
      message: 'the permission constructor',
    },
    {
      says: 'names a caller that does not exist',
      options: optionsOf({ permission: 'session.book', callers: ['payments', 'browser'] }),
      message: 'the caller browser',
    },
  ])('$says', ({ options, message }) => {
    expect(() => rpcAccess('a.B.c', options)).toThrow(message);
  });
});

/** One account of every role, and a visitor who has not signed in, as the BFF forwards them. */
const accounts: Actor[] = [
  { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' },
  ...ROLES.map(
    (role): Actor => ({
      kind: role === 'ROLE_STUDENT' ? 'student' : 'staff',
      id: 1,
      roles: [role],
      name: role,
      via: 'bff',
    }),
  ),
];

test.each(rpcs)('$rpc is open to its named services, for any actor', (one) => {
  const access = rpcAccess(one.rpc, one.options);
  for (const via of CALLERS) {
    const named = [
      ...(via === 'bff' ? [] : accounts),
      ...CALLERS.map((name) => serviceActor(name)),
    ];
    for (const actor of [serviceActor(via), ...named])
      expect([via, actor.name, mayCall({ ...actor, via }, access)]).toEqual([
        via,
        actor.name,
        access.callers.includes(via),
      ]);
  }
});

test('an RPC without a permission is open to no account', () => {
  const inner = rpcs.filter(({ rpc, options }) => rpcAccess(rpc, options).permission === null);
  for (const { rpc, options } of inner)
    for (const actor of accounts)
      expect([rpc, actor.name, mayCall(actor, rpcAccess(rpc, options))]).toEqual([
        rpc,
        actor.name,
        false,
      ]);
});
