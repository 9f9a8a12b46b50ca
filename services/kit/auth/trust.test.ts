import { randomUUID } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { StudyMembersServiceDefinition } from '@portal/proto/identity/v1/study';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { client, closeClients } from '../grpc/client.ts';
import { methodOf, rpcs } from '../grpc/rpc.ts';
import { optionsOf } from '../testing/calls/rpc-options.ts';
import { refusalOf, serveInProcess } from '../testing.ts';
import { type Actor, serviceActor } from './actor.ts';
import { signActor } from './actor-token.ts';
import { makeKey, type PrivateKey, publicOf } from './token-keys.ts';

// Trust between services over the wire: admitted callers, and keys that rotate under load.

const person: Actor = {
  kind: 'student',
  id: 7,
  roles: ['ROLE_STUDENT'],
  studentId: 7,
  name: 'student 7',
  via: 'bff',
};
const admin: Actor = {
  kind: 'staff',
  id: 1,
  roles: ['ROLE_SUPER_ADMIN'],
  name: 'admin',
  via: 'bff',
};
const heard: Actor[] = [];
/** Students may through the BFF, payments may as itself. */
const options = optionsOf({ permission: 'takeable_exam.list', callers: ['payments'] });
const { listSchools } = SchoolsServiceDefinition.methods;
const definition = {
  ...SchoolsServiceDefinition,
  methods: { listSchools: { ...listSchools, options: { ...listSchools.options, ...options } } },
};
const schools = rpcs(definition, {
  listSchools: {
    handle: async (_, { actor }) => {
      heard.push(actor);
      return { schools: [] };
    },
  },
});

const before = { signing: process.env.TOKEN_SIGNING_KEY, public: process.env.TOKEN_PUBLIC_KEYS };
const stops: (() => void)[] = [];
beforeEach(() => {
  heard.length = 0;
});
afterEach(() => {
  for (const stop of stops.splice(0).reverse()) stop();
  Object.assign(process.env, {
    TOKEN_SIGNING_KEY: before.signing,
    TOKEN_PUBLIC_KEYS: before.public,
  });
});
afterAll(() => closeClients());

const serve = async (variable: string) => stops.push(await serveInProcess(variable, [schools]));
const signWith = (...keys: PrivateKey[]) => {
  process.env.TOKEN_SIGNING_KEY = JSON.stringify({ keys });
};
/** The public keys of replicas that start from now on. */
const believe = (...keys: PrivateKey[]) => {
  process.env.TOKEN_PUBLIC_KEYS = JSON.stringify({ keys: keys.map(publicOf) });
};
const ask = (self: string, actor: Actor, variable = 'SCHOOLS_ADDR') =>
  client(SchoolsServiceDefinition, variable, self).listSchools({ ids: [] }, { actor });

test('an RPC is open to persons through the BFF and to the services that it names', async () => {
  await serve('SCHOOLS_ADDR');
  await ask('bff', person);
  await ask('payments', serviceActor('payments', 7));
  await ask('payments', person);
  expect(heard).toEqual([
    person,
    { ...serviceActor('payments'), studentId: 7 },
    { ...person, via: 'payments' },
  ]);
  for (const [self, actor] of [
    ['bff', admin],
    ['bff', serviceActor('payments')],
    ['catalog', serviceActor('payments')],
    ['catalog', person],
    ['registration', admin],
    ['operator', serviceActor('bff')],
  ] as const)
    expect([self, (await refusalOf(ask(self, actor))).code]).toEqual([self, 'forbidden']);
  expect(heard).toHaveLength(3);
});

test('a service that got hold of a token has no use for it anywhere else', async () => {
  await serve('SCHOOLS_ADDR');
  const call = (token: string | undefined, more: Record<string, string> = {}) => {
    const channel = new grpc.Client(
      process.env.SCHOOLS_ADDR ?? '',
      grpc.credentials.createInsecure(),
    );
    const method = methodOf(SchoolsServiceDefinition, SchoolsServiceDefinition.methods.listSchools);
    const metadata = new grpc.Metadata();
    if (token !== undefined) metadata.set('actor', token);
    for (const [name, value] of Object.entries(more)) metadata.set(name, value);
    return new Promise<string>((resolve) =>
      channel.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        { ids: [] },
        metadata,
        (error) => {
          channel.close();
          resolve(error ? error.details : 'answered');
        },
      ),
    );
  };
  const forSchools = await signActor(person, { self: 'bff', audience: 'schools' });
  const forIdentity = await signActor(person, { self: 'bff', audience: 'identity' });
  expect(await call(forSchools)).toBe('answered');
  expect(await call(forIdentity)).toBe('unavailable');
  expect(await call(undefined)).toBe('unavailable');
  expect(await call(undefined, { authorization: `Bearer ${forSchools}` })).toBe('unavailable');
  expect(await call('x'.repeat(5000))).toBe('unavailable');
  // more than a server takes at all
  expect(await call(forSchools, { more: 'x'.repeat(100_000) })).not.toBe('answered');
  expect(await call(forSchools)).toBe('answered');
});

test('the owner of the protos is the service that the token is for', async () => {
  const members = rpcs(StudyMembersServiceDefinition, {
    findStudyMember: { handle: async () => ({}) },
    joinStudy: { handle: async () => ({}) },
    leaveStudy: { handle: async () => ({}) },
  });
  stops.push(await serveInProcess('IDENTITY_ADDR', [members]));
  const rpc = client(StudyMembersServiceDefinition, 'IDENTITY_ADDR', 'payments');
  await rpc.findStudyMember({ ttiStudentId: '1' }, { actor: serviceActor('payments') });
  expect((await refusalOf(rpc.joinStudy({}, { actor: admin, key: randomUUID() }))).code).toBe(
    'forbidden',
  );
});

/** Calls through two replicas without a pause until it is stopped; returns the refused calls. */
function traffic() {
  const refused: string[] = [];
  let rounds = 0;
  let goesOn = true;
  const work = async (variable: string) => {
    while (goesOn) {
      await ask('bff', person, variable).catch((error: Error) => refused.push(error.message));
      rounds += 1;
    }
  };
  const workers = ['REPLICA_A', 'REPLICA_B', 'REPLICA_A', 'REPLICA_B'].map(work);
  return {
    refused,
    /** Waits until all running calls have ended, and some more. */
    async somewhatMore() {
      const until = rounds + 4 * workers.length;
      while (rounds < until) await new Promise((next) => setImmediate(next));
    },
    async stop() {
      goesOn = false;
      await Promise.all(workers);
    },
  };
}

test('rotates a key under load without a refused call: trusted, used, removed', async () => {
  const [old, next] = [makeKey('bff'), makeKey('bff')];
  signWith(old);
  believe(old);
  await serve('REPLICA_A');
  await serve('REPLICA_B');
  const calls = traffic();
  await calls.somewhatMore();
  believe(old, next); // one replica after the other restarts with both
  for (const replica of ['REPLICA_A', 'REPLICA_B']) {
    await serve(replica);
    await calls.somewhatMore();
  }
  signWith(next);
  await calls.somewhatMore();
  believe(next);
  for (const replica of ['REPLICA_A', 'REPLICA_B']) {
    await serve(replica);
    await calls.somewhatMore();
  }
  await calls.stop();
  expect(calls.refused).toEqual([]);
  signWith(old);
  expect((await refusalOf(ask('bff', person, 'REPLICA_A'))).code).toBe('unavailable');
});

test('control: a key that signs before all know it is refused', async () => {
  const [old, next] = [makeKey('bff'), makeKey('bff')];
  signWith(old);
  believe(old);
  await serve('REPLICA_A');
  await serve('REPLICA_B');
  const calls = traffic();
  await calls.somewhatMore();
  signWith(next);
  await calls.somewhatMore();
  await calls.stop();
  expect(calls.refused.length).toBeGreaterThan(0);
});
