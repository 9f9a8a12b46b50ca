import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '../database/database.ts';
import { retentionJob } from '../jobs/retention.ts';
import { steadyNow } from '../steady-clock.ts';
import { verifyWebhook } from '../testing/verify-webhook.ts';
import { asStaff, freshDatabase, refusalOf, type TestDatabase } from '../testing.ts';
import { syncAddresses } from './addresses/address-book.ts';
import { addressesHealth, failedDeliveries } from './addresses/address-store.ts';
import type { KnownAddress, SwitchOff, WebhookOwner } from './addresses/webhook-owner.ts';
import { deliverJob } from './deliver.ts';
import { queueDeliveries } from './delivery-store.ts';
import { findDeliveries, listDeliveries } from './list-store.ts';
import { redeliver } from './redeliver.ts';
import { newWebhookSecret } from './signature.ts';

const EVENT = 'registration.created';
let db: TestDatabase;
let url = '';
let answer: RequestListener = (_req, res) => void res.end('ok');
let received: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
const receiver = createServer(async (req, res) => {
  received.push({ path: req.url ?? '', headers: req.headers, body: await text(req) });
  answer(req, res);
});

/** The response of identity. */
let known: KnownAddress[] = [];
let isIdentityAway = false;
let off: SwitchOff[] = [];
const owner: WebhookOwner = {
  events: [EVENT],
  dataOf: async (_sql, messages) => new Map(messages.map(({ id, data }) => [id, data as object])),
  askAddresses: async () => {
    if (isIdentityAway) throw new Error('identity is away');
    return known;
  },
  switchOff: async (order) => void off.push(order),
  localHosts: ['127.0.0.1'],
};

beforeAll(async () => {
  db = await freshDatabase('registration');
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as { port: number }).port}`;
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await db.drop();
});

let nextId = 1;
/** An address of its own for a test, taken over from identity. */
async function anAddress(change: Partial<KnownAddress> = {}): Promise<KnownAddress> {
  const id = nextId++;
  const address: KnownAddress = {
    id,
    url: `${url}/${id}`,
    events: [EVENT],
    active: true,
    version: 1,
    createdAt: new Date(0),
    secrets: [{ secret: newWebhookSecret(), until: null }],
    ...change,
  };
  known = [...known, address];
  await syncAddresses(db, owner);
  return address;
}

/** An event of the outbox, queued as the relay does; gives its id. */
async function anEvent(data: object = { registrationId: 7 }, type = EVENT): Promise<string> {
  const { id } = await db.one<{ id: string }>`
    INSERT INTO outbox (id, type, payload)
    VALUES (gen_random_uuid(), ${type},
      ${JSON.stringify({ at: '2026-11-26T12:00:00.000Z', data })}::jsonb)
    RETURNING id`;
  await db.transaction(async (tx) => queueDeliveries(tx.atCommit, [id]));
  return id;
}

/** Runs the deliveries that are due once, and waits for their end. */
async function deliver(job = deliverJob(db, { owner, chance: () => 0 })): Promise<void> {
  await job.run();
  await job.settle?.();
}
/** Makes all waiting deliveries due. */
const becomeDue = () =>
  db.run`UPDATE webhook_delivery SET next_try_at = clock_timestamp() WHERE state = 'queued'`;
async function shown(webhookId: number) {
  const { deliveries } = await listDeliveries(db, { webhookId, state: null, limit: 100 });
  const found = await findDeliveries(
    db,
    deliveries.map(({ id }) => id),
  );
  return found.toSorted((a, b) => a.id - b.id);
}
const only = async (webhookId: number) => {
  const [delivery, ...others] = await shown(webhookId);
  if (!delivery || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
  return delivery;
};

beforeEach(() => {
  received = [];
  off = [];
  isIdentityAway = false;
  answer = (_req, res) => void res.end('ok');
});
afterEach(async () => {
  known = [];
  await db.run`UPDATE webhook_address SET active = false`;
  await db.run`
    UPDATE webhook_delivery
    SET state = 'dropped', next_try_at = NULL, sending_since = NULL, ended_at = clock_timestamp()
    WHERE state IN ('queued', 'sending')`;
});

test('an event comes to each address that wants it, once, signed', async () => {
  const [one, other] = [await anAddress(), await anAddress()];
  const elsewhere = await anAddress({ events: ['payments.charge_captured'] });
  const eventId = await anEvent({ registrationId: 7, studentId: 3 });
  await db.transaction(async (tx) => queueDeliveries(tx.atCommit, [eventId]));
  await deliver();
  await deliver();

  expect(received.map(({ path }) => path).sort()).toEqual([`/${one.id}`, `/${other.id}`].sort());
  expect(await shown(elsewhere.id)).toEqual([]);
  const first = received.find(({ path }) => path === `/${one.id}`);
  const secret = one.secrets[0]?.secret ?? '';
  const headers = first?.headers as Record<string, string>;
  expect(headers['webhook-id']).toBe(`msg_${eventId}`);
  expect(verifyWebhook(secret, first?.body ?? '', headers)).toEqual({
    type: EVENT,
    timestamp: '2026-11-26T12:00:00.000Z',
    data: { registrationId: 7, studentId: 3 },
  });
  expect(await only(one.id)).toMatchObject({
    event: EVENT,
    state: 'delivered',
    nextTryAt: null,
    attempts: [{ status: 200, error: null, answer: 'ok' }],
  });
});

test('an address gets no events from before it was added', async () => {
  const { id } = await anAddress({ createdAt: new Date(steadyNow().getTime() + 3_600_000) });
  await anEvent();
  expect(await shown(id)).toEqual([]);
});

test('retries a failed delivery with the same id and body, and a new signature time', async () => {
  const { id, secrets } = await anAddress();
  answer = (_req, res) => void res.writeHead(500).end('not now');
  await anEvent();
  await deliver();
  const waiting = await only(id);
  expect(waiting).toMatchObject({
    state: 'queued',
    attempts: [{ status: 500, error: 'The answer was 500.', answer: 'not now' }],
  });
  const next = +(waiting.nextTryAt ?? 0);
  expect(next - +(waiting.attempts[0]?.at ?? 0)).toBeGreaterThanOrEqual(4500);
  expect(next - steadyNow().getTime()).toBeLessThanOrEqual(5000);
  // the five seconds may be over by now
  await db.run`
    UPDATE webhook_delivery SET next_try_at = next_try_at + interval '1 hour'
    WHERE webhook_id = ${id}`;
  await deliver();
  expect(received).toHaveLength(1);

  answer = (_req, res) => void res.writeHead(204).end();
  await becomeDue();
  await deliver();
  expect(received).toHaveLength(2);
  const [first, second] = received;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  verifyWebhook(secrets[0]?.secret ?? '', second?.body ?? '', second?.headers ?? {});
  expect(await only(id)).toMatchObject({ state: 'delivered', attempts: [{}, { status: 204 }] });
});

test('a delivery fails after its eighth try, and tech support is notified', async () => {
  const { id } = await anAddress();
  answer = (_req, res) => void res.writeHead(500).end();
  await anEvent();
  const before = await failedDeliveries(db);
  for (let tried = 1; tried <= 8; tried++) {
    await becomeDue();
    await deliver();
  }
  expect(await only(id)).toMatchObject({ state: 'failed', nextTryAt: null });
  expect((await only(id)).attempts).toHaveLength(8);
  await becomeDue();
  await deliver();
  expect(received).toHaveLength(8);
  expect((await failedDeliveries(db)).count).toBe(before.count + 1);
  expect((await addressesHealth(db)).find((one) => one.webhookId === id)).toMatchObject({
    failing: 1,
    lastSuccess: null,
    failingSince: expect.any(Date),
  });
});

test('an address that is slow holds no other up', async () => {
  const [slow, quick] = [await anAddress(), await anAddress()];
  let release = () => {};
  answer = (req, res) => {
    if (req.url === `/${slow.id}`) release = () => void res.end();
    else res.end();
  };
  await anEvent();
  const job = deliverJob(db, { owner });
  await job.run();
  await until(async () => (await only(quick.id)).state === 'delivered');
  await until(async () => (await only(slow.id)).state === 'sending');
  // a later event goes to the quick one as well
  await anEvent();
  await until(async () => {
    await job.run(); // again, as it does each second: the last one may have seen a line that ended
    return (await shown(quick.id)).every(({ state }) => state === 'delivered');
  });
  answer = (_req, res) => void res.end();
  release();
  await job.settle?.();
  expect((await shown(slow.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('an address gets four at once of a process, and no more', async () => {
  const { id } = await anAddress();
  const open: (() => void)[] = [];
  answer = (_req, res) => void open.push(() => res.end());
  for (let n = 0; n < 6; n++) await anEvent({ n });
  const job = deliverJob(db, { owner });
  await job.run();
  await until(async () => open.length === 4);
  expect((await shown(id)).filter(({ state }) => state === 'sending')).toHaveLength(4);
  answer = (_req, res) => void res.end();
  for (const end of open) end();
  await job.settle?.();
  expect((await shown(id)).every(({ state }) => state === 'delivered')).toBe(true);
});

test('two replicas send each once', async () => {
  const { id } = await anAddress();
  for (let n = 0; n < 20; n++) await anEvent({ n });
  const [one, other] = [deliverJob(db, { owner }), deliverJob(db, { owner })];
  await Promise.all([deliver(one), deliver(other)]);
  expect(received).toHaveLength(20);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  expect((await shown(id)).every(({ attempts }) => attempts.length === 1)).toBe(true);
});

test('a try of a process that ended counts as failed, and comes again under its id', async () => {
  const { id } = await anAddress();
  await anEvent();
  const job = deliverJob(db, { owner });
  await job.run();
  await job.settle?.();
  await db.run`
    UPDATE webhook_delivery SET state = 'sending', attempts = 2, tries = 2, ended_at = NULL,
      sending_since = clock_timestamp() - interval '20 seconds'
    WHERE webhook_id = ${id}`;
  await deliver();
  expect((await only(id)).state).toBe('sending');
  await db.run`
    UPDATE webhook_delivery SET sending_since = clock_timestamp() - interval '31 seconds'
    WHERE webhook_id = ${id}`;
  await deliver();
  expect(await only(id)).toMatchObject({
    state: 'queued',
    attempts: [{ status: 200 }, { status: null, error: 'The try was cut off.' }],
  });
  // the address is not to blame
  expect((await addressesHealth(db)).find((one) => one.webhookId === id)?.failingSince).toBeNull();
  await becomeDue();
  await deliver();
  expect(received).toHaveLength(2);
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
});

test('410 makes identity switch the address off, which drops waiting deliveries', async () => {
  const address = await anAddress();
  answer = (_req, res) => void res.writeHead(410).end();
  await anEvent();
  await deliver();
  expect(off).toEqual([
    { webhookId: address.id, version: 1, why: 'gone', since: expect.any(Date) },
  ]);
  known = known.map((one) => (one.id === address.id ? { ...one, active: false, version: 2 } : one));
  await syncAddresses(db, owner);
  expect((await only(address.id)).state).toBe('dropped');
  await anEvent();
  expect(await shown(address.id)).toHaveLength(1);
});

test('five days without success switch it off; a success in between restarts them', async () => {
  const { id } = await anAddress();
  answer = (_req, res) => void res.writeHead(500).end();
  await anEvent();
  await deliver();
  expect(off).toEqual([]);
  await db.run`
    UPDATE webhook_address SET failing_since = clock_timestamp() - interval '5 days'
    WHERE id = ${id}`;
  // the first one is not tried again before it is due below, however slow this machine is
  await db.run`
    UPDATE webhook_delivery SET next_try_at = clock_timestamp() + interval '1 hour'
    WHERE state = 'queued'`;
  answer = (_req, res) => void res.end();
  await anEvent();
  await deliver();
  answer = (_req, res) => void res.writeHead(500).end();
  await becomeDue();
  await deliver();
  expect(off).toEqual([]);
  await db.run`
    UPDATE webhook_address SET failing_since = clock_timestamp() - interval '5 days'
    WHERE id = ${id}`;
  await becomeDue();
  await deliver();
  expect(off).toEqual([{ webhookId: id, version: 1, why: 'no_success', since: expect.any(Date) }]);
});

test('an older address event changes nothing; switched on again it has no failures', async () => {
  const address = await anAddress({ version: 3 });
  await db.run`
    UPDATE webhook_address SET failing_since = clock_timestamp() WHERE id = ${address.id}`;
  const sinceOf = async () =>
    (await addressesHealth(db)).find(({ webhookId }) => webhookId === address.id)?.failingSince;
  const say = async (change: Partial<KnownAddress>) => {
    known = [{ ...address, ...change }];
    await syncAddresses(db, owner);
  };
  await say({ version: 2, active: false });
  await anEvent();
  expect(await shown(address.id)).toHaveLength(1);
  await say({ version: 4 });
  expect(await sinceOf()).toBeInstanceOf(Date);
  await say({ version: 5, active: false });
  await say({ version: 6, active: true });
  expect(await sinceOf()).toBeNull();
});

test('while identity is unavailable nothing is sent, and nothing counts as failed', async () => {
  const { id } = await anAddress();
  await anEvent();
  isIdentityAway = true;
  await deliver();
  expect(await only(id)).toMatchObject({ state: 'queued', attempts: [] });
  isIdentityAway = false;
  await deliver();
  expect((await only(id)).state).toBe('delivered');
});

test('a secret that was rotated signs beside the new one until its time is over', async () => {
  const [newer, older] = [newWebhookSecret(), newWebhookSecret()];
  const until = new Date(steadyNow().getTime() + 60_000);
  await anAddress({
    secrets: [
      { secret: newer, until: null },
      { secret: older, until },
    ],
  });
  await anEvent();
  await deliver();
  await anEvent();
  await deliver(deliverJob(db, { owner, clock: () => new Date(+until + 1) }));
  const signatures = received.map(({ headers }) => String(headers['webhook-signature']).split(' '));
  expect(signatures.map(({ length }) => length)).toEqual([2, 1]);
  const [first] = received;
  for (const secret of [newer, older])
    verifyWebhook(secret, first?.body ?? '', first?.headers ?? {});
});

test('a delivery right after a rotation is signed by both secrets (R-596)', async () => {
  const address = await anAddress();
  const job = deliverJob(db, { owner });
  await anEvent();
  await deliver(job);
  const newer = newWebhookSecret();
  const [{ secret: older } = { secret: '' }] = address.secrets;
  const secrets = [
    { secret: newer, until: null },
    { secret: older, until: new Date(+steadyNow() + 86_400_000) },
  ];
  // identity knows, its event has not come yet
  known = known.map((one) => (one.id === address.id ? { ...address, version: 2, secrets } : one));
  await anEvent();
  await deliver(job);
  const { body = '', headers = {} } = received.at(-1) ?? {};
  for (const secret of [older, newer]) verifyWebhook(secret, body, headers);
});

test('while identity is unavailable known secrets sign', async () => {
  const { id } = await anAddress();
  const job = deliverJob(db, { owner });
  await anEvent();
  await deliver(job);
  isIdentityAway = true;
  await anEvent();
  await deliver(job);
  expect((await shown(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
});

test('one that was delivered or failed is sent again, with its tries from the start', async () => {
  const { id } = await anAddress();
  await anEvent();
  await deliver();
  const { id: deliveryId } = await only(id);
  const call = () => asStaff(db, ['ROLE_TECH_SUPPORT']);
  expect(await redeliver(call(), owner, { kind: 'one', deliveryId })).toBe(1);
  const early = await refusalOf(redeliver(call(), owner, { kind: 'one', deliveryId }));
  expect(early.code).toBe('delivery_not_over');
  await deliver();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
    received[0]?.headers['webhook-id'],
    received[0]?.headers['webhook-id'],
  ]);
  expect((await only(id)).attempts).toHaveLength(2);
  const missing = await refusalOf(redeliver(call(), owner, { kind: 'one', deliveryId: 999_999 }));
  expect(missing.code).toBe('delivery_not_found');
});

test('all that failed since a time are sent again, and no others', async () => {
  const { id } = await anAddress();
  for (let n = 0; n < 3; n++) await anEvent({ n });
  const [first] = await shown(id);
  await db.run`
    UPDATE webhook_delivery SET state = 'failed', tries = 8, next_try_at = NULL, body = '{}',
      ended_at = clock_timestamp() - CASE WHEN id = ${first?.id} THEN interval '2 hours'
        ELSE interval '1 minute' END
    WHERE webhook_id = ${id}`;
  const call = asStaff(db, ['ROLE_TECH_SUPPORT']);
  const since = new Date(steadyNow().getTime() - 3_600_000);
  expect(await redeliver(call, owner, { kind: 'failed', webhookId: id, since })).toBe(2);
  await deliver();
  expect((await shown(id)).map(({ state }) => state)).toEqual(['failed', 'delivered', 'delivered']);
});

test('a test goes to any address that wants events of this service', async () => {
  const heardOf = await anAddress();
  known = known.map((one) => ({ ...one, id: one.id + 1000, url: `${url}/new` }));
  const call = () => asStaff(db, ['ROLE_TECH_SUPPORT']);
  const webhookId = heardOf.id + 1000;
  expect(await redeliver(call(), owner, { kind: 'test', webhookId })).toBe(1);
  await deliver();
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} });
  const elsewhere = await anAddress({ events: ['payments.charge_captured'] });
  expect(await redeliver(call(), owner, { kind: 'test', webhookId: elsewhere.id })).toBe(0);
  const isOff = await anAddress({ active: false });
  const refusal = await refusalOf(redeliver(call(), owner, { kind: 'test', webhookId: isOff.id }));
  expect(refusal.code).toBe('webhook_off');
});

test('deliveries are kept 30 days after their end, with their tries', async () => {
  const { id } = await anAddress();
  await anEvent();
  await anEvent();
  await deliver();
  const [old, young] = await shown(id);
  await db.run`
    UPDATE webhook_delivery SET ended_at = clock_timestamp() - interval '30 days 1 minute'
    WHERE id = ${old?.id}`;
  await retentionJob(db).run();
  expect((await shown(id)).map((one) => one.id)).toEqual([young?.id]);
  const left = await db.many`SELECT 1 FROM webhook_attempt WHERE delivery_id = ${old?.id}`;
  expect(left).toEqual([]);
});

test('a database that is unavailable for a moment loses nothing', async () => {
  const { id } = await anAddress();
  await anEvent();
  let isAway = true;
  const away = { ...db, many: () => Promise.reject(new Error('away')) } as unknown as Database;
  const job = deliverJob({ ...db, ...(isAway ? { many: away.many } : {}) } as Database, { owner });
  await expect(job.run()).rejects.toThrow('away');
  isAway = false;
  await deliver();
  expect((await only(id)).state).toBe('delivered');
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 20) {
    if (waited > 10_000) throw new Error('it did not come to that');
    await pause(20);
  }
}
