import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asService,
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import type { Resolve } from '@portal/kit/webhooks/hosts/resolve-host';
import '../../testing.ts';
import { webhookRpcs } from './rpc.ts';
import { type SaveWebhook, saveWebhook } from './save-webhook.ts';
import { switchOffWebhook } from './switch-off-webhook.ts';
import { timeInWords } from './webhook-rules.ts';
import { listWebhookRows } from './webhook-store.ts';

let db: TestDatabase;
let stopSenders: (() => void)[] = [];
/** Of which address each sender had its last success, and when. */
const successes: Record<'registration' | 'payments', Health> = {
  registration: [],
  payments: [],
};
type Health = { webhookId: number; lastSuccess: Date | undefined; failing: number }[];
const sender = (service: keyof typeof successes) => ({
  getWebhookHealth: async () => ({ addresses: successes[service] }),
});
beforeAll(async () => {
  db = await freshDatabase('identity');
  stopSenders = await Promise.all([
    serveInProcess('REGISTRATION_ADDR', [
      standIn(shared.webhooks.registration, sender('registration')),
    ]),
    serveInProcess('PAYMENTS_ADDR', [standIn(shared.webhooks.payments, sender('payments'))]),
  ]);
});
afterAll(async () => {
  closeClients();
  for (const stop of stopSenders) stop();
  await db.drop();
});
beforeEach(() => {
  Object.assign(successes, { registration: [], payments: [] });
});
afterEach(
  () => db.run`UPDATE webhook SET active = false, disabled_why = 'over',
  removed_at = clock_timestamp()`,
);

/** The addresses of names, by name. */
const names: Readonly<Record<string, string[]>> = {
  'hooks.example.com': ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'],
  'mixed.example.com': ['93.184.216.34', '10.0.0.1'],
  'within.example.com': ['169.254.169.254'],
};
const resolve: Resolve = async (host) => {
  const found = names[host];
  if (!found) throw new Error('not found');
  return found;
};
const check = { localHosts: [], resolve };
const form = (change: Partial<SaveWebhook> = {}): SaveWebhook => ({
  webhookId: null,
  url: 'https://hooks.example.com/in?token=hidden',
  description: null,
  events: ['registration.created'],
  active: true,
  rotateSecret: false,
  remove: false,
  ...change,
});
const support = (now?: Date) => asStaff(db, ['ROLE_TECH_SUPPORT'], now ? { now } : {});
const save = (change: Partial<SaveWebhook> = {}, now?: Date) =>
  saveWebhook(support(now), form(change), check).then((made) => made?.secret ?? null);
/** An address of its own, with the secret that it was given. */
async function aWebhook(change: Partial<SaveWebhook> = {}, now?: Date) {
  const secret = await save(change, now);
  const row = (await listWebhookRows(db)).at(-1);
  if (!row || secret === null) throw new Error('not saved');
  return { row, secret };
}
interface AddressList {
  addresses: { id: number; active: boolean; secrets: { secret: string; until?: Date }[] }[];
}
const addressesFor = async (service: string, now = steadyNow()) => {
  const { handle } = webhookRpcs.handlers.listWebhookAddresses as unknown as {
    handle: (request: object, call: object) => Promise<AddressList>;
  };
  return (await handle({}, asService(db, service, { now }))).addresses;
};
const eventsOf = (id: number) =>
  db.many<{ payload: { data: object } }>`
    SELECT payload FROM outbox WHERE type = 'identity.webhook_changed'
      AND payload->'data'->>'webhookId' = ${String(id)} ORDER BY created_at`;

test('the database does not show the secret of an address; the event has its id', async () => {
  const { row, secret } = await aWebhook();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(row).toMatchObject({ secretEnds: secret.slice(-4), active: true, createdBy: 'staff' });
  expect(row.secret.toString('latin1')).not.toContain(secret.slice(6, 20));
  expect((await eventsOf(row.id)).map(({ payload }) => payload.data)).toEqual([
    { webhookId: row.id, version: 1 },
  ]);
  const listed = await addressesFor('registration');
  expect(listed.find(({ id }) => id === row.id)?.secrets).toEqual([{ secret }]);
});

test('audit, outbox and stored answers hold no secret and nothing after the host', async () => {
  const { row, secret } = await aWebhook();
  await save({ webhookId: row.id, rotateSecret: true });
  const kept = await db.one<{ text: string }>`
    SELECT concat((SELECT string_agg(change::text, ' ') FROM audit WHERE table_name = 'webhook'),
      (SELECT string_agg(payload::text, ' ') FROM outbox),
      (SELECT string_agg(concat(answer, refusal), ' ') FROM idempotency)) AS text`;
  expect(kept.text).toContain('hooks.example.com');
  expect(kept.text).not.toContain('whsec');
  expect(kept.text).not.toContain(secret.slice(6, 20));
  expect(kept.text).not.toContain('hidden');
});

test.each([
  'http://hooks.example.com/',
  'https://hooks.example.com:8443/',
  'https://me@hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://[::ffff:10.0.0.1]/',
  'https://mixed.example.com/',
  'https://within.example.com/',
  'https://unknown.example.com/',
  'https://localhost/',
])('%s is not allowed (R-599)', async (url) => {
  expect((await refusalOf(save({ url }))).code).toBe('url_not_allowed');
  const { row } = await aWebhook();
  expect((await refusalOf(save({ webhookId: row.id, url }))).code).toBe('url_not_allowed');
});

test.each([
  { what: 'no event', change: { events: [] } },
  { what: 'an event that is none', change: { events: ['registration.created', 'identity.x'] } },
  { what: 'a long description', change: { description: 'x'.repeat(201) } },
])('$what is invalid', async ({ change }) => {
  expect((await refusalOf(save(change))).code).toBe('invalid');
});

test('there are at most ten, also when they come at once; a removed one makes room', async () => {
  const made = await Promise.allSettled(Array.from({ length: 12 }, () => save()));
  expect(refusals(made)).toEqual(['too_many_webhooks', 'too_many_webhooks']);
  const rows = await listWebhookRows(db);
  expect(rows).toHaveLength(10);
  expect((await refusalOf(save())).detail).toBe('At most 10 addresses.');
  await save({ webhookId: rows[0]?.id ?? 0, remove: true });
  expect(await save()).not.toBeNull();
});

test('a rotated secret counts beside the old one for 24 hours, and blocks another', async () => {
  const start = steadyNow();
  const at = (hours: number) => new Date(+start + hours * 3_600_000);
  const { row, secret: first } = await aWebhook({}, start);
  const second = await save({ webhookId: row.id, rotateSecret: true }, start);
  expect(second).not.toBe(first);
  const secretsAt = async (hours: number) =>
    (await addressesFor('payments', at(hours))).find(({ id }) => id === row.id)?.secrets;
  expect(await secretsAt(23.9)).toEqual([{ secret: second }, { secret: first, until: at(24) }]);
  expect(await secretsAt(24.1)).toEqual([{ secret: second }]);
  const early = await refusalOf(save({ webhookId: row.id, rotateSecret: true }, at(23)));
  expect(early.code).toBe('rotation_running');
  expect(early.detail).toMatch(
    /^The old secret is still valid until \w{3} \d+, \d{4}, \d+:\d\d\s[AP]M\.$/,
  );
  expect(await save({ webhookId: row.id, rotateSecret: true }, at(25))).not.toBeNull();
});

test('a change without rotation shows no secret, raises the version and is announced', async () => {
  const { row } = await aWebhook();
  const events = ['payments.charge_captured'];
  expect(await save({ webhookId: row.id, events, active: false })).toBeNull();
  const [after] = (await listWebhookRows(db)).filter(({ id }) => id === row.id);
  expect(after).toMatchObject({
    events,
    active: false,
    disabledWhy: 'Switched off by hand.',
    version: 2,
  });
  expect(await eventsOf(row.id)).toHaveLength(2);
  const listed = (await addressesFor('registration')).find(({ id }) => id === row.id);
  expect(listed).toMatchObject({ active: false, secrets: [] });
  await save({ webhookId: row.id, events });
  const [on] = (await listWebhookRows(db)).filter(({ id }) => id === row.id);
  expect(on).toMatchObject({ active: true, disabledWhy: null });
});

test('services see a removed address as off for a month; other callers never', async () => {
  const { row } = await aWebhook();
  await save({ webhookId: row.id, remove: true });
  expect((await listWebhookRows(db)).some(({ id }) => id === row.id)).toBe(false);
  const idsAt = async (days: number) =>
    (await addressesFor('payments', new Date(steadyNow().getTime() + days * 86_400_000))).map(
      ({ id }) => id,
    );
  expect(await idsAt(30)).toContain(row.id);
  expect(await idsAt(32)).not.toContain(row.id);
  expect((await refusalOf(save({ webhookId: row.id }))).code).toBe('webhook_not_found');
  expect((await refusalOf(save({ webhookId: row.id, remove: true }))).code).toBe(
    'webhook_not_found',
  );
});

test('a replay saves once and has no secret', async () => {
  const call = support();
  const first = await saveWebhook(call, form(), check);
  expect(first).toMatchObject({ webhookId: expect.any(Number), secret: expect.any(String) });
  expect(await saveWebhook(call, form(), check)).toEqual({ ...first, secret: null });
  const [row, ...others] = await listWebhookRows(db);
  expect(others).toEqual([]);

  const [rotating, rotation] = [
    support(),
    form({ webhookId: row?.id as number, rotateSecret: true }),
  ];
  const rotated = await saveWebhook(rotating, rotation, check);
  expect(rotated?.secret).not.toBe(first?.secret);
  expect(await saveWebhook(rotating, rotation, check)).toEqual({ ...rotated, secret: null });
  const kept = await db.many`SELECT answer FROM idempotency WHERE command = 'saveWebhook'`;
  for (const secret of [first?.secret, rotated?.secret])
    expect(JSON.stringify(kept)).not.toContain(secret);
});

let nextStaff = 1;
async function aStaffUser(role: string, active = true): Promise<string> {
  const email = `hooks${nextStaff++}@staff.test`;
  const { id } = await db.one<{ id: number }>`
    INSERT INTO staff_user (login_name, real_name, login_type, email, active, created_on)
    VALUES (${email.replace('@', '.')}, 'Rivka Stern', 'staff', ${email}, ${active}, now())
    RETURNING id`;
  await db.run`INSERT INTO staff_role (user_id, role) VALUES (${id}, ${role})`;
  return email;
}

test('switches off an address that accepts nothing; mails tech support once (R-598)', async () => {
  const mailed = await aStaffUser('ROLE_TECH_SUPPORT');
  await aStaffUser('ROLE_TECH_SUPPORT', false);
  await aStaffUser('ROLE_ADMIN');
  const { row } = await aWebhook();
  const since = new Date('2026-11-21T14:05:00Z');
  const now = new Date('2026-11-26T14:05:00Z');
  const order = { webhookId: row.id, version: 1, why: 'no_success', since } as const;
  const both = ['registration', 'payments'].map((service) =>
    switchOffWebhook(asService(db, service, { now }), order),
  );
  await Promise.all(both);
  const [after] = (await listWebhookRows(db)).filter(({ id }) => id === row.id);
  expect(after).toMatchObject({
    active: false,
    disabledWhy: 'No success for 5 days.',
    version: 2,
  });
  const mails = await db.many<{ recipient: string; subject: string; bodyText: string }>`
    SELECT recipient, subject, body_text FROM mail WHERE key LIKE 'webhook-off:%'`;
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [mailed, 'A webhook address was switched off'],
  ]);
  expect(mails[0]?.bodyText.replace('\u202f', ' ')).toContain(
    'hooks.example.com did not accept deliveries since Nov 21, 2026, 9:05 AM (New York).',
  );
  expect(mails[0]?.bodyText).toContain('Open webhooks: http://portal.test/admin/webhooks');
});

const days = (count: number) => new Date(steadyNow().getTime() - count * 86_400_000);
const isOn = async (id: number) => (await listWebhookRows(db)).find((one) => one.id === id)?.active;

test('an address stays on until all services have failed for five days', async () => {
  const { row } = await aWebhook();
  const other = (await aWebhook()).row;
  const order = { webhookId: row.id, version: 1, why: 'no_success', since: days(8) } as const;
  const bySender = (now: Date) => asService(db, 'registration', { now, key: `off:${row.id}` });
  const lastSuccess = days(1);
  successes.registration = [{ webhookId: row.id, lastSuccess: days(9), failing: 3 }];
  successes.payments = [
    { webhookId: other.id, lastSuccess: days(0), failing: 0 },
    { webhookId: row.id, lastSuccess, failing: 0 },
  ];
  await switchOffWebhook(bySender(days(0)), order);
  await switchOffWebhook(bySender(days(-3.9)), order);
  expect(await isOn(row.id)).toBe(true);

  const mailed = await aStaffUser('ROLE_TECH_SUPPORT');
  await switchOffWebhook(bySender(days(-4.1)), order);
  expect(await isOn(row.id)).toBe(false);
  expect(await isOn(other.id)).toBe(true);
  const mail = await db.one<{ bodyText: string }>`
    SELECT body_text FROM mail WHERE key LIKE ${`webhook-off:${row.id}:%`}
      AND recipient = ${mailed}`;
  expect(mail.bodyText).toContain(`since ${timeInWords(lastSuccess)} (New York).`);
});

test('switches off at once an address that reports its end', async () => {
  const { row } = await aWebhook();
  successes.payments = [{ webhookId: row.id, lastSuccess: days(0), failing: 0 }];
  const order = { webhookId: row.id, version: 1, why: 'gone', since: days(0) } as const;
  await switchOffWebhook(asService(db, 'registration'), order);
  expect(await isOn(row.id)).toBe(false);
});

test('one that was changed since is left alone', async () => {
  const { row } = await aWebhook();
  await save({ webhookId: row.id, events: ['registration.cancelled'] });
  const order = { webhookId: row.id, version: 1, why: 'gone', since: steadyNow() } as const;
  await switchOffWebhook(asService(db, 'payments'), order);
  expect((await listWebhookRows(db)).find(({ id }) => id === row.id)?.active).toBe(true);
});
