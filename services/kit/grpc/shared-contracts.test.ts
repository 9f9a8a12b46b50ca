import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebhookDeliveriesServiceDefinition } from '@portal/proto/portal/webhooks/v1/webhooks';
import { serviceActor } from '../auth/actor.ts';
import { standIn } from '../testing/calls/stand-in.ts';
import { refusalOf, serveInProcess } from '../testing.ts';
import { client, closeClients } from './client.ts';
import type { ServiceDefinition } from './rpc.ts';
import { shared } from './shared-contracts.ts';

const health = (webhookId: number) => ({
  getWebhookHealth: async () => ({ addresses: [{ webhookId, failing: 0 }] }),
});
const by = { actor: serviceActor('identity') };

describe('a contract of two services', () => {
  let stops: (() => void)[];
  beforeAll(async () => {
    stops = await Promise.all([
      serveInProcess('REGISTRATION_ADDR', [standIn(shared.webhooks.registration, health(1))]),
      serveInProcess('PAYMENTS_ADDR', [standIn(shared.webhooks.payments, health(2))]),
    ]);
  });
  afterAll(() => {
    closeClients();
    for (const stop of stops) stop();
  });

  test('is answered by the service that is asked', async () => {
    const registration = client(shared.webhooks.registration, 'REGISTRATION_ADDR', 'identity');
    const payments = client(shared.webhooks.payments, 'PAYMENTS_ADDR', 'identity');
    expect((await registration.getWebhookHealth({}, by)).addresses[0]?.webhookId).toBe(1);
    expect((await payments.getWebhookHealth({}, by)).addresses[0]?.webhookId).toBe(2);
  });

  test('does not take a token for the other service', async () => {
    const wrong = client(shared.webhooks.registration, 'PAYMENTS_ADDR', 'identity');
    expect(await refusalOf(wrong.getWebhookHealth({}, by))).toMatchObject({ code: 'unavailable' });
  });

  test('does not take a caller whom its proto does not name', async () => {
    const schools = client(shared.webhooks.payments, 'PAYMENTS_ADDR', 'schools');
    const asSchools = { actor: serviceActor('schools') };
    expect(await refusalOf(schools.getWebhookHealth({}, asSchools))).toMatchObject({
      status: 403,
    });
  });
});

test('a shared contract without its service has neither server nor client', async () => {
  const nobody = standIn(WebhookDeliveriesServiceDefinition, health(1));
  const message = 'WebhookDeliveriesService does not say which service serves it';
  await expect(serveInProcess('PAYMENTS_ADDR', [nobody])).rejects.toThrow(message);
  expect(() => client(WebhookDeliveriesServiceDefinition, 'PAYMENTS_ADDR', 'identity')).toThrow(
    message,
  );
});

test('every contract of proto/portal is listed with its services', async () => {
  const generated = fileURLToPath(new URL('../../../proto/gen/', import.meta.url));
  const modules = await Promise.all(
    globSync('portal/*/v1/*.ts', { cwd: generated }).map(
      (file) => import(generated + file) as Promise<Record<string, Partial<ServiceDefinition>>>,
    ),
  );
  const declared = modules.flatMap((module) =>
    Object.values(module).flatMap((one) => (one.methods ? (one.fullName ?? []) : [])),
  );
  const listed = Object.values(shared).flatMap((services) =>
    Object.values<ServiceDefinition>(services).map(({ fullName }) => fullName),
  );
  expect([...new Set(listed)].sort()).toEqual(declared.sort());
});
