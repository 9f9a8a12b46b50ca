import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { purchaseCredits } from '@portal/contract/purchases/payments';
import {
  getWebhookDeliveries,
  getWebhooks,
  redeliverWebhook,
  saveWebhook,
} from '@portal/contract/webhooks';
import { steadyNow } from '@portal/kit/steady-clock';
import { verifyWebhook } from '@portal/kit/testing/verify-webhook';
import { Receiver } from '../../../portal/receiver.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { booked, examThat, someCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let support: Person;
beforeAll(async () => {
  support = await signedInStaff('ROLE_TECH_SUPPORT');
});

const CREATED = ['registration.created'] as const;
type Form = CallInput<typeof saveWebhook>;
const made: number[] = [];
/** Adds an address with its secret; removed after the test, since ten are allowed. */
async function aWebhook(url: string, events: Form['events'] = [...CREATED]) {
  const { webhookId, secret } = await support.do(saveWebhook, { url, events, active: true });
  if (webhookId === null || secret === null) throw new Error('nothing was made');
  made.push(webhookId);
  // both senders have it from now on, not only after its event
  await support.do(redeliverWebhook, { webhookId, since: steadyNow().toISOString() });
  return { webhookId, secret };
}
const remove = (webhookId: number) =>
  support.ask(saveWebhook, {
    webhookId,
    url: 'https://example.com',
    events: [...CREATED],
    active: false,
    remove: true,
  });
afterEach(async () => {
  for (const webhookId of made.splice(0)) await remove(webhookId);
});
const shownOf = async (webhookId: number) =>
  (await support.do(getWebhooks, {})).webhooks.find((one) => one.webhookId === webhookId);
const deliveriesOf = async (webhookId: number) =>
  (await support.do(getWebhookDeliveries, { webhookId })).items;
/** Sends a test delivery and waits for its result. */
async function tested(webhookId: number, state: string) {
  await support.do(redeliverWebhook, { webhookId, test: true });
  return until(
    () => deliveriesOf(webhookId),
    ([newest]) => newest?.state === state && newest.attempts.length > 0,
  );
}

describe('saveWebhook', () => {
  test('adds an address whose secret is shown once, and then lists its end', async () => {
    const receiver = new Receiver();
    const { webhookId, secret } = await aWebhook(receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await shownOf(webhookId);
    expect(shown).toMatchObject({
      url: receiver.url,
      events: [...CREATED],
      active: true,
      disabledWhy: null,
      lastSuccess: null,
      failing: 0,
      failingSince: null,
      oldSecretUntil: null,
      secretEnds: secret.slice(-4),
    });
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  test('adds one address per key, and repeats the answer without the secret', async () => {
    const form = { url: new Receiver().url, events: [...CREATED], active: true };
    const key = randomUUID();
    const [first, again] = [
      await support.do(saveWebhook, form, key),
      await support.do(saveWebhook, form, key),
    ];
    made.push(first.webhookId as number);
    expect(first.secret).not.toBeNull();
    expect([again.webhookId, again.secret]).toEqual([first.webhookId, null]);
    const ofThis = (await support.do(getWebhooks, {})).webhooks.filter(
      ({ url }) => url === form.url,
    );
    expect(ofThis).toHaveLength(1);
  });

  test('rotates a secret: both sign for a day, during which it is not repeated', async () => {
    const receiver = new Receiver();
    const { webhookId, secret: first } = await aWebhook(receiver.url);
    const form = { webhookId, url: receiver.url, events: [...CREATED], active: true };
    const { secret: second } = await support.do(saveWebhook, { ...form, rotateSecret: true });
    expect((await shownOf(webhookId))?.oldSecretUntil).not.toBeNull();
    const again = refusal(await support.ask(saveWebhook, { ...form, rotateSecret: true }));
    expect(again).toMatchObject({ status: 409, code: 'rotation_running' });
    expect(again.detail).toMatch(/^The old secret is still valid until .+\.$/);
    await tested(webhookId, 'delivered');
    const [came] = await receiver.has(1);
    for (const secret of [first, second ?? ''])
      verifyWebhook(secret, came?.body ?? '', came?.headers ?? {});
  });

  test('refuses an internal address', async () => {
    const url = 'http://169.254.169.254/latest/meta-data/';
    const answer = await support.ask(saveWebhook, { url, events: [...CREATED], active: true });
    expect(refusal(answer)).toEqual({
      status: 422,
      code: 'url_not_allowed',
      detail: 'This address is not allowed.',
    });
  });

  test('removes an address, which is unknown afterwards', async () => {
    const { webhookId } = await aWebhook(new Receiver().url);
    expect((await remove(webhookId)).body).toMatchObject({ secret: null, webhookId: null });
    expect(await shownOf(webhookId)).toBeUndefined();
    expect(refusal(await remove(webhookId))).toMatchObject({
      status: 404,
      code: 'webhook_not_found',
    });
  });
});

describe('getWebhooks', () => {
  test('gives the time of the first failure and of the last success', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url);
    await receiver.takes('error', { count: 1 });
    await support.do(redeliverWebhook, { webhookId, test: true });
    const failing = await until(
      () => shownOf(webhookId),
      (shown) => shown?.failingSince !== null,
    );
    expect(failing).toMatchObject({ failing: 1, lastSuccess: null });
    // the second attempt follows after five seconds
    const mended = await until(
      () => shownOf(webhookId),
      (shown) => shown?.lastSuccess !== null,
    );
    expect(mended).toMatchObject({ failing: 0, failingSince: null });
  });
});

describe('getWebhookDeliveries', () => {
  test('delivers a registration, signed, with ids and without personal data', async () => {
    const receiver = new Receiver();
    const events = [...CREATED, 'registration.session_booked' as const];
    const { webhookId, secret } = await aWebhook(receiver.url, events);
    const student = await aStudent({ credits: 6 });
    const exam = await examThat(student.person);
    const { registrationId } = await booked(student.person, exam, await aSession());
    const mine = await until(
      async () =>
        (await receiver.received())
          .map(({ body, headers }) => ({ headers, text: body, body: JSON.parse(body) }))
          .filter(({ body }) => body.data.registrationId === registrationId),
      (all) => all.length === 2,
    );
    for (const { text, headers } of mine) verifyWebhook(secret, text, headers);
    expect(mine.map(({ body }) => body.type).sort()).toEqual([...events].sort());
    expect(mine[0]?.body.data).toMatchObject({
      registrationId,
      examId: exam.id,
      secularNumber: expect.any(String),
      vendorId: expect.any(Number),
    });
    for (const { text } of mine) expect(text).not.toMatch(/@|student\.test|name|dob|ssn/i);
    // stored once the receiver has responded
    const items = await until(
      () => deliveriesOf(webhookId),
      (all) => all.length >= 2 && all.every(({ state }) => state === 'delivered'),
    );
    expect(items.map(({ messageId }) => messageId)).toEqual(
      expect.arrayContaining(mine.map(({ headers }) => headers['webhook-id'])),
    );
    expect(items[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
  });

  test('delivers a captured charge with types and amounts', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url, ['payments.charge_captured']);
    const { id, person } = await aStudent();
    const amount = await creditPrice(person);
    await person.do(purchaseCredits, {
      numberOfCredits: 1,
      amount,
      ...(await someCard()),
    });
    const deliveredCharge = async () =>
      (await receiver.received())
        .map(({ body }) => JSON.parse(body))
        .find(({ data }) => data.studentId === id);
    expect(await until(deliveredCharge, (body) => body !== undefined)).toMatchObject({
      type: 'payments.charge_captured',
      data: {
        paymentId: expect.any(Number),
        schoolId: null,
        amount,
        items: [{ chargeTypeId: expect.any(String), amount, registrationId: null }],
      },
    });
    const items = await deliveriesOf(webhookId);
    expect(items.every(({ deliveryId }) => deliveryId.startsWith('p'))).toBe(true);
  });

  test('gives the reason of a failed attempt', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url);
    await receiver.takes('error');
    const [delivery] = await tested(webhookId, 'queued');
    expect(delivery).toMatchObject({
      attempts: [{ status: 500, error: 'The answer was 500.' }],
      event: 'webhook.test',
    });
    expect(delivery?.nextTry).not.toBeNull();
  });

  test('pages, and filters by state', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url);
    for (let n = 0; n < 3; n++) await tested(webhookId, 'delivered');
    const page = (number: number) =>
      support.do(getWebhookDeliveries, { webhookId, page: number, pageSize: 2 });
    const [first, second] = [await page(1), await page(2)];
    expect([first.items.length, second.items.length, first.total]).toEqual([2, 1, 3]);
    const ids = [...first.items, ...second.items].map(({ deliveryId }) => deliveryId);
    expect(new Set(ids).size).toBe(3);
    const failed = await support.do(getWebhookDeliveries, { webhookId, state: 'failed' });
    expect(failed).toEqual({ items: [], total: 0 });
  });

  test('does not find a removed or unknown address', async () => {
    const answer = await support.ask(getWebhookDeliveries, { webhookId: 2_000_000_000 });
    expect(refusal(answer)).toMatchObject({ status: 404, code: 'webhook_not_found' });
  });
});

describe('redeliverWebhook', () => {
  test('repeats a delivery with the same id', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url);
    const [delivery] = await tested(webhookId, 'delivered');
    const { deliveryId = '' } = delivery ?? {};
    expect(await support.do(redeliverWebhook, { deliveryId })).toEqual({ queued: 1 });
    const came = await receiver.has(2);
    expect(new Set(came.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('refuses a pending delivery, and does not find an unknown one', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url);
    await receiver.takes('busy', { ms: 600_000 });
    const [delivery] = await tested(webhookId, 'queued');
    const { deliveryId = '' } = delivery ?? {};
    expect(refusal(await support.ask(redeliverWebhook, { deliveryId }))).toMatchObject({
      status: 409,
      code: 'delivery_not_over',
    });
    const unknown = await support.ask(redeliverWebhook, { deliveryId: 'r999999999' });
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'delivery_not_found' });
  });

  test('refuses an address that is off', async () => {
    const { url } = new Receiver();
    const { webhookId } = await aWebhook(url);
    await support.do(saveWebhook, { webhookId, url, events: [...CREATED], active: false });
    expect((await shownOf(webhookId))?.disabledWhy).toBe('Switched off by hand.');
    const since = steadyNow().toISOString();
    for (const what of [{ test: true }, { since }])
      expect(refusal(await support.ask(redeliverWebhook, { webhookId, ...what }))).toMatchObject({
        status: 409,
        code: 'webhook_off',
        detail: 'This address is switched off.',
      });
  });

  test('refuses deliveries older than 30 days, and missing ids', async () => {
    const { webhookId } = await aWebhook(new Receiver().url);
    const since = new Date(steadyNow().getTime() - 31 * 86_400_000).toISOString();
    for (const input of [{ webhookId, since }, { webhookId }, {}])
      expect((await support.ask(redeliverWebhook, input)).status).toBe(422);
    const fresh = new Date(steadyNow().getTime() - 86_400_000).toISOString();
    expect(await support.do(redeliverWebhook, { webhookId, since: fresh })).toEqual({ queued: 0 });
    const missing = { webhookId: 2_000_000_000, test: true };
    expect(refusal(await support.ask(redeliverWebhook, missing))).toMatchObject({
      status: 404,
      code: 'webhook_not_found',
    });
  });

  test('switches an address off after 410, with an email to tech support', async () => {
    const receiver = new Receiver();
    const { webhookId } = await aWebhook(receiver.url);
    await receiver.takes('gone');
    await support.do(redeliverWebhook, { webhookId, test: true });
    const off = await until(
      () => shownOf(webhookId),
      (shown) => shown?.active === false,
    );
    expect(off?.disabledWhy).toBe('The address answered 410.');
    const items = await until(
      () => deliveriesOf(webhookId),
      ([newest]) => newest?.state === 'dropped',
    );
    expect(items).toHaveLength(1);
  });
});
