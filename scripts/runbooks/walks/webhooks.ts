import {
  getWebhookDeliveries,
  getWebhooks,
  redeliverWebhook,
  saveWebhook,
} from '@portal/contract/webhooks';
import { signedInStaff } from '../../e2e/people/staff.ts';
import { sql } from '../../portal/databases.ts';
import { Receiver } from '../../portal/receiver.ts';
import { until } from '../../portal/until.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** A receiver of webhooks fails. */
export const webhooksFail: Walk = {
  alerts: ['PortalWebhooksFail'],
  cause: 'a receiver of webhooks answers 500, and two hours pass',
  async provoke(_site, scene) {
    const support = await signedInStaff('ROLE_TECH_SUPPORT');
    const receiver = new Receiver();
    const form = { url: receiver.url, events: ['registration.created' as const], active: true };
    const { webhookId } = await support.do(saveWebhook, form);
    if (webhookId === null) throw new Error('no webhook was created');
    scene.defer(async () => {
      await support.ask(saveWebhook, { ...form, webhookId, remove: true });
    });
    await receiver.takes('error');
    await support.do(redeliverWebhook, { webhookId, test: true });
    const shown = async () =>
      (await support.do(getWebhooks, {})).webhooks.find((one) => one.webhookId === webhookId);
    await until(shown, (webhook) => webhook?.failingSince !== null);
    await sql(
      'registration',
      `UPDATE webhook_address SET failing_since = clock_timestamp() - interval '2 hours'
      WHERE id = $1`,
      [webhookId],
    );
    return {
      async follow() {
        const { items } = await support.do(getWebhookDeliveries, { webhookId });
        expectText(items[0]?.attempts[0]?.error ?? '', /^The answer was 500\.$/);
        await receiver.takes('ok');
        await support.do(redeliverWebhook, { webhookId, test: true });
      },
      async healed() {
        await until(shown, (webhook) => webhook?.failingSince === null);
      },
    };
  },
};
