import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { onWebhookChanged } from '@portal/kit/events/identity-webhooks';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { WebhookChanged } from '@portal/proto/identity/v1/events';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('payments');
});
afterAll(() => db.drop());

test('takes over a changed address, whatever the message of identity holds', async () => {
  const consumer = onWebhookChanged({
    askAddresses: async () => [
      {
        id: 7,
        url: 'https://example.com',
        events: ['payments.x'],
        active: true,
        version: 3,
        createdAt: steadyNow(),
        secrets: [],
      },
    ],
  });
  await reliesOn('payments', WebhookChanged, {}, (message) => deliver(db, consumer, message));
  expect(await db.many`SELECT id, version FROM webhook_address`).toEqual([{ id: 7, version: 3 }]);
});
