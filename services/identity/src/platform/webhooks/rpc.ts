import type { Call } from '@portal/kit/commands/command';
import { malformed } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { localHosts } from '@portal/kit/webhooks/hosts/local-addresses';
import { WebhooksServiceDefinition } from '@portal/proto/identity/v1/webhooks';
import { saveWebhook } from './save-webhook.ts';
import { openSecret } from './seal-secret.ts';
import { switchOffWebhook } from './switch-off-webhook.ts';
import { oldSecretUntil } from './webhook-rules.ts';
import { listAddressRows, listWebhookRows, type WebhookRow } from './webhook-store.ts';

/** An address as tech support sees it (C-O61). */
const shown = ({ description, disabledWhy, ...row }: WebhookRow, now: Date) => ({
  id: row.id,
  url: row.url,
  events: row.events,
  active: row.active,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
  secretEnds: row.secretEnds,
  description: description ?? undefined,
  disabledWhy: disabledWhy ?? undefined,
  oldSecretUntil: oldSecretUntil(row, now) ?? undefined,
});
const list = async ({ db, now }: Call) => (await listWebhookRows(db)).map((row) => shown(row, now));

/** The secrets to sign with, of an address that is on. */
function secretsOf(row: WebhookRow, now: Date) {
  if (!row.active) return [];
  const until = oldSecretUntil(row, now);
  return [
    { secret: openSecret(row.secret) },
    ...(until && row.oldSecret ? [{ secret: openSecret(row.oldSecret), until }] : []),
  ];
}

export const webhookRpcs = rpcs(WebhooksServiceDefinition, {
  listWebhooks: { handle: async (_request, call) => ({ webhooks: await list(call) }) },
  saveWebhook: {
    handle: async ({ webhookId, description, ...form }, call) => {
      const made = await saveWebhook(
        call,
        {
          ...form,
          url: form.url.trim(),
          events: [...new Set(form.events)],
          webhookId: webhookId ?? null,
          description: description?.trim().normalize('NFC') || null,
        },
        { localHosts: localHosts() },
      );
      return {
        webhooks: await list(call),
        secret: made?.secret ?? undefined,
        webhookId: made?.webhookId,
      };
    },
  },
  listWebhookAddresses: {
    handle: async (_request, { db, now }) => ({
      addresses: (await listAddressRows(db, now)).map((row) => ({
        id: row.id,
        url: row.url,
        events: row.events,
        active: row.active,
        version: row.version,
        createdAt: row.createdAt,
        secrets: secretsOf(row, now),
      })),
    }),
  },
  switchOffWebhook: {
    handle: async ({ webhookId, version, why, since }, call) => {
      if ((why !== 'gone' && why !== 'no_success') || since === undefined)
        throw malformed('malformed', 'There is no such reason.');
      await switchOffWebhook(call, { webhookId, version, why, since });
      return {};
    },
  },
});
