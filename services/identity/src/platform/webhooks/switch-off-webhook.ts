import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { renderEmail } from '@portal/kit/email/render-email';
import { WebhookChanged } from '@portal/proto/identity/v1/events';
import { webhookSenders } from '../../clients.ts';
import { link } from '../../links.ts';
import { failingSince, timeInWords, WHY_OFF } from './webhook-rules.ts';
import { lockWebhook, techSupportAddresses, updateWebhook } from './webhook-store.ts';

interface SwitchOff {
  webhookId: number;
  /** Of the address that accepts nothing. */
  version: number;
  why: 'gone' | 'no_success';
  /** Of the service that says so. */
  since: Date;
}

/**
 * Switches off an address that accepts no deliveries, and mails all of tech support. Leaves
 * alone an address that was changed, switched off or removed since, or that accepts deliveries of
 * another service: that is not stored as the answer of the key, so a later call may switch it off.
 */
export async function switchOffWebhook(call: Call, order: SwitchOff): Promise<void> {
  const since = order.why === 'gone' ? order.since : await failingAtAll(call, order);
  if (since === null) return;
  // events of other services are not in the request, which has the same key when it is repeated
  const request = { name: 'switchOffWebhook', input: order, ask: async () => since };
  await commandWithPrefetch(call, request, (tx) => switchOff(tx, order, since));
}

async function failingAtAll(
  { now, requestId }: Call,
  { webhookId, since }: SwitchOff,
): Promise<Date | null> {
  const by = { actor: serviceActor('identity'), requestId };
  const health = await Promise.all(webhookSenders.map((sender) => sender.getWebhookHealth({}, by)));
  const successes = health.flatMap(({ addresses }) =>
    addresses.filter((one) => one.webhookId === webhookId).map(({ lastSuccess }) => lastSuccess),
  );
  return failingSince(since, successes, now);
}

async function switchOff(
  tx: Tx,
  { webhookId, version, why }: SwitchOff,
  since: Date,
): Promise<void> {
  const row = await lockWebhook(tx, webhookId);
  if (!row?.active || row.version !== version) return;
  const disabledWhy = WHY_OFF[why];
  const next = await updateWebhook(tx, { ...row, active: false, disabledWhy });
  tx.audit({
    op: 'update',
    table: 'webhook',
    id: row.id,
    change: { active: [true, false], why: disabledWhy },
  });
  tx.emit(WebhookChanged, { webhookId: row.id, version: next });
  const { host } = new URL(row.url);
  const when = `${timeInWords(since)} (New York)`;
  for (const to of await techSupportAddresses(tx))
    tx.mail({
      key: `webhook-off:${row.id}:${version}:${to}`,
      to,
      ...renderEmail({
        title: 'A webhook address was switched off',
        paragraphs: [`${host} did not accept deliveries since ${when}.`],
        button: { label: 'Open webhooks', url: link('/admin/webhooks') },
      }),
    });
}
