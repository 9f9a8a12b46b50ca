import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { eventually } from '@portal/kit/testing';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { prepareDataFolder } from '../data-folder/data-folder.ts';
import { keepSecrets } from '../data-folder/secrets.ts';
import { SERVICES } from '../paths.ts';
import { Supervisor } from '../processes/supervisor.ts';
import { startServers } from './infrastructure.ts';
import { NATS_SECRETS } from './nats.ts';
import { NATS_USERS, type NatsUser } from './nats-config.ts';
import { choosePorts, releasePorts } from './ports.ts';

// Permissions of the users of NATS, tried at a real server with the password of one service.

let dataDir = '';
let supervisor: Supervisor;
let urlOf: (user: NatsUser) => string;
const open: NatsConnection[] = [];

beforeAll(async () => {
  dataDir = prepareDataFolder(temporaryFolder('nats'));
  supervisor = new Supervisor(dataDir);
  const ports = await choosePorts(dataDir, ['postgres', 'nats', 'redis']);
  const given = { databaseUrl: 'postgres://none', redisUrl: 'redis://none' };
  const servers = await startServers(given, {
    dataDir,
    supervisor,
    secrets: keepSecrets(dataDir, NATS_SECRETS),
    ports,
    report: () => {},
  });
  urlOf = servers.natsUrl;
});
afterEach(async () => {
  for (const connection of open.splice(0)) await connection.close();
});
afterAll(async () => {
  await supervisor.stop();
  releasePorts(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

async function signIn(user: NatsUser, inboxPrefix = `_INBOX.${user}`): Promise<NatsConnection> {
  const { host, password } = new URL(urlOf(user));
  const connection = await connect({
    servers: host,
    user,
    pass: password,
    inboxPrefix,
    reconnect: false,
  });
  open.push(connection);
  return connection;
}
/** Milliseconds; a busy machine may need many of them. */
const ANSWER_MS = 30_000;
const managerOf = async (connection: NatsConnection) =>
  jetstreamManager(connection, { timeout: ANSWER_MS });
/** Streams of all services, with a message in each and the consumer of payments for identity's. */
async function streams() {
  const operator = await signIn('operator');
  const manager = await managerOf(operator);
  for (const service of SERVICES) {
    await manager.streams.add({ name: service.toUpperCase(), subjects: [`${service}.>`] });
    await manager.streams.purge(service.toUpperCase());
    await jetstream(operator, { timeout: ANSWER_MS }).publish(`${service}.made`, 'first');
  }
  const durable = 'payments_identity_student_added';
  await manager.consumers.add('IDENTITY', {
    durable_name: durable,
    filter_subject: 'identity.student_added',
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
  });
  return { operator, manager, durable };
}
/** Whether the server lets the user publish there. */
async function mayPublish(
  connection: NatsConnection,
  subject: string,
  payload = '',
): Promise<boolean> {
  let denied = false;
  const status = (async () => {
    for await (const event of connection.status()) if (event.type === 'error') denied = true;
  })();
  connection.publish(subject, payload);
  await connection.flush();
  void status;
  await new Promise((next) => setImmediate(next));
  return !denied;
}

test('refuses a connection without a password or with that of another user', async () => {
  const { host, password } = new URL(urlOf('catalog'));
  await expect(connect({ servers: host, reconnect: false })).rejects.toThrow(/authorization/i);
  await expect(
    connect({ servers: host, user: 'payments', pass: password, reconnect: false }),
  ).rejects.toThrow(/authorization/i);
  await expect(
    connect({ servers: host, user: 'nobody', pass: '', reconnect: false }),
  ).rejects.toThrow(/authorization/i);
});

test.each([...SERVICES, 'bff'] as const)(
  '%s publishes its own events and nobody else’s',
  async (user) => {
    const { manager } = await streams();
    const connection = await signIn(user);
    const allowed: string[] = [];
    for (const service of SERVICES)
      if (await mayPublish(connection, `${service}.charge_captured`, '{}')) allowed.push(service);
    expect(allowed).toEqual(user === 'bff' ? [] : [user]);
    const count = async (service: string) =>
      (await manager.streams.info(service.toUpperCase())).state.messages;
    // that the server has read a message does not say that the stream has it
    if (user !== 'bff')
      await eventually(
        () => count(user),
        (number) => number > 1,
      );
    const counts = await Promise.all(SERVICES.map(count));
    expect(counts).toEqual(SERVICES.map((service) => (service === user ? 2 : 1)));
  },
);

test.each([...SERVICES, 'bff'] as const)(
  '%s changes and deletes no stream, and no consumer of another',
  async (user) => {
    const { manager, durable } = await streams();
    const connection = await signIn(user);
    const before = await manager.consumers.info('IDENTITY', durable);
    const tried: [string, object][] = SERVICES.flatMap((service) => {
      const stream = service.toUpperCase();
      return [
        [`STREAM.DELETE.${stream}`, {}],
        [`STREAM.PURGE.${stream}`, {}],
        [`STREAM.UPDATE.${stream}`, { name: stream, subjects: [`${service}.none`] }],
        [`STREAM.MSG.DELETE.${stream}`, { seq: 1 }],
        [`STREAM.MSG.GET.${stream}`, { seq: 1 }],
        [`STREAM.SNAPSHOT.${stream}`, { deliver_subject: 'x' }],
        [`DIRECT.GET.${stream}`, { seq: 1 }],
        ...(service === user
          ? []
          : [
              [`STREAM.CREATE.${stream}`, { name: stream, subjects: [`${service}.>`] }] as [
                string,
                object,
              ],
            ]),
      ];
    });
    tried.push([`STREAM.CREATE.MINE`, { name: 'MINE', subjects: ['mine.>'] }]);
    tried.push([`CONSUMER.DELETE.IDENTITY.${durable}`, {}]);
    tried.push([
      `CONSUMER.DURABLE.CREATE.IDENTITY.${durable}`,
      { stream_name: 'IDENTITY', config: { durable_name: durable, ack_policy: 'none' } },
    ]);
    // a consumer of a name that no service has, which delivers into the events of another
    for (const owner of ['IDENTITY', 'REGISTRATION'])
      tried.push([
        `CONSUMER.CREATE.${owner}.mine.${owner.toLowerCase()}.>`,
        {
          stream_name: owner,
          config: { name: 'mine', deliver_subject: 'payments.charge_captured' },
        },
      ]);
    tried.push([
      `CONSUMER.CREATE.IDENTITY`,
      { stream_name: 'IDENTITY', config: { deliver_subject: 'x', ack_policy: 'none' } },
    ]);
    if (user !== 'payments') {
      const config = {
        name: durable,
        durable_name: durable,
        filter_subject: 'identity.student_added',
        ack_policy: 'explicit',
        max_deliver: 1,
      };
      tried.push([
        `CONSUMER.CREATE.IDENTITY.${durable}.identity.student_added`,
        { stream_name: 'IDENTITY', config },
      ]);
      tried.push([
        `CONSUMER.CREATE.IDENTITY.${durable}.identity.>`,
        { stream_name: 'IDENTITY', config: { ...config, filter_subject: 'identity.>' } },
      ]);
      tried.push([`CONSUMER.MSG.NEXT.IDENTITY.${durable}`, { batch: 1 }]);
    }
    const allowed: string[] = [];
    for (const [subject, body] of tried)
      if (await mayPublish(connection, `$JS.API.${subject}`, JSON.stringify(body)))
        allowed.push(subject);
    if (
      user !== 'payments' &&
      (await mayPublish(connection, `$JS.ACK.IDENTITY.${durable}.1.1.1.1.0`, '+TERM'))
    )
      allowed.push('ACK');
    expect(allowed).toEqual([]);
    expect((await manager.streams.list().next()).length).toBe(SERVICES.length);
    const { config, num_pending } = await manager.consumers.info('IDENTITY', durable);
    expect({ config, num_pending }).toEqual({
      config: before.config,
      num_pending: before.num_pending,
    });
  },
);

test('the BFF has no access to JetStream, and receives events directly', async () => {
  const { operator } = await streams();
  const bff = await signIn('bff');
  for (const subject of ['$JS.API.INFO', '$JS.API.STREAM.INFO.IDENTITY', '$JS.ACK.x', 'any', 'a.b'])
    expect([subject, await mayPublish(await signIn('bff'), subject)]).toEqual([subject, false]);
  const heard: string[] = [];
  for (const service of ['identity', 'catalog', 'registration', 'payments', 'schools', 'seminary'])
    bff.subscribe(`${service}.>`, {
      callback: (_, message) => void heard.push(message.subject),
    });
  await bff.flush();
  operator.publish('seminary.redeemed', '{}');
  await eventually(
    async () => heard,
    (subjects) => subjects.includes('seminary.redeemed'),
  );
});

test('refuses to subscribe to the answers to another user', async () => {
  const { operator } = await streams();
  const [payments, catalog] = [await signIn('payments'), await signIn('catalog')];
  const heard: string[] = [];
  for (const subject of ['_INBOX.>', '_INBOX.payments.>', '>', 'payments.>', '$JS.>'])
    catalog.subscribe(subject, {
      callback: (_, message) => void heard.push(message?.subject ?? ''),
    });
  await catalog.flush().catch(() => {});
  const all: string[] = []; // what there is to be heard
  operator.subscribe('>', { callback: (_, message) => void all.push(message.subject) });
  await operator.flush();
  await (await managerOf(payments)).streams.info('IDENTITY');
  await jetstream(payments, { timeout: ANSWER_MS }).publish('payments.charge_captured', '{}');
  await eventually(
    async () => all,
    (subjects) =>
      subjects.includes('payments.charge_captured') &&
      subjects.some((subject) => subject.startsWith('_INBOX.payments.')),
  );
  expect(heard.filter((subject) => subject !== '')).toEqual([]);
});

test('the users are those of the portal, and the operator may do everything', async () => {
  expect([...NATS_USERS]).toEqual([...SERVICES, 'bff', 'operator']);
  const { operator } = await streams();
  expect(await mayPublish(operator, 'payments.charge_captured', '{}')).toBe(true);
});
