import { command, type Tx } from '@portal/kit/commands/command';
import { renderEmail } from '@portal/kit/email/render-email';
import { WebhookChanged } from '@portal/proto/identity/v1/events';
import { link } from '../links.ts';
import { timeInWords, WHY_OFF } from './webhook-rules.ts';
import { lockWebhook, techSupportAddresses, updateWebhook } from './webhook-store.ts';

interface SwitchOff {
  webhookId: number;
  /** Of the address that accepts nothing. */
  version: number;
  why: 'gone' | 'no_success';
  since: Date;
}

/**
 * Switches an address off that accepts nothing, and mails everybody of tech support. One
 * that was changed, switched off or removed meanwhile is left alone.
 */
export const switchOffWebhook = command(
  'switchOffWebhook',
  async (tx: Tx, { webhookId, version, why, since }: SwitchOff): Promise<void> => {
    const row = await lockWebhook(tx, webhookId);
    if (!row?.active || row.version !== version) return;
    const disabledWhy = WHY_OFF[why];
    const next = await updateWebhook(tx, { ...row, active: false, disabledWhy });
    tx.audit({
      ...{ op: 'update', table: 'webhook', id: row.id },
      change: { active: [true, false], why: disabledWhy },
    });
    tx.emit(WebhookChanged, { webhookId: row.id, version: next });
    const { host } = new URL(row.url);
    for (const to of await techSupportAddresses(tx))
      tx.mail({
        key: `webhook-off:${row.id}:${version}:${to}`,
        to,
        ...renderEmail({
          title: 'A webhook address was switched off',
          paragraphs: [`${host} did not accept deliveries since ${timeInWords(since)}.`],
          button: { label: 'Open webhooks', url: link('/admin/webhooks') },
        }),
      });
  },
);
