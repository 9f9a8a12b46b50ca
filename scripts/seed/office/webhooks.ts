import { setTimeout as pause } from 'node:timers/promises';
import { WebhooksServiceDefinition } from '@portal/proto/identity/v1/webhooks';
import { WebhookDeliveriesServiceDefinition } from '@portal/proto/portal/webhooks/v1/webhooks';
import { asTechSupport } from '../as.ts';
import { seedClient } from '../clients.ts';

const webhooks = seedClient(WebhooksServiceDefinition, 'IDENTITY_ADDR');
const deliveries = seedClient(
  { ...WebhookDeliveriesServiceDefinition, servedBy: 'registration' },
  'REGISTRATION_ADDR',
);
const NAME = 'demo';

const by = (fact: string) => {
  const call = asTechSupport(0, fact);
  const { studentId: _, ...actor } = call.actor;
  return { ...call, actor };
};

/** Sets the reaction of the sandbox's receiver to the next delivery. */
async function takes(sandboxUrl: string, mode: 'error' | 'ok', count?: number): Promise<void> {
  await fetch(`${sandboxUrl}/__webhooks/${NAME}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode, count }),
  });
}

/** Waits until the newest delivery has been tried, for a while: the demo does without. */
async function isTried(webhookId: number): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    const read = { ...by('look'), key: null };
    const { deliveries: list } = await deliveries.listWebhookDeliveries(
      { webhookId, state: '', limit: 1 },
      read,
    );
    const ids = list.map(({ id }) => id);
    const {
      deliveries: [newest],
    } = await deliveries.getWebhookDeliveries({ ids }, read);
    if ((newest?.attempts.length ?? 0) > 0) return;
    await pause(50);
  }
}

/**
 * Adds a webhook at the sandbox for exams, with a delivered test and one that needed a second try;
 * the seed of registration adds a failed one. Adds none where addresses of this network are not
 * allowed.
 */
export async function seedWebhooks(sandboxUrl: string): Promise<void> {
  const url = `${sandboxUrl}/webhooks/${NAME}`;
  const known = await webhooks.listWebhooks({}, { ...by('look'), key: null });
  if (known.webhooks.some((webhook) => webhook.url === url)) return;
  const events = ['registration.exam_taken', 'registration.exam_graded'];
  const form = { url, events, description: 'Demo: the receiver of the sandbox', active: true };
  const saved = await webhooks.saveWebhook(form, by('webhook')).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'url_not_allowed') return null;
    throw error;
  });
  const webhookId = saved?.webhooks.at(-1)?.id;
  if (webhookId === undefined) return;
  await takes(sandboxUrl, 'error', 1);
  await deliveries.redeliver({ testWebhookId: webhookId }, by('webhook-retried'));
  await isTried(webhookId);
  await deliveries.redeliver({ testWebhookId: webhookId }, by('webhook-delivered'));
}
