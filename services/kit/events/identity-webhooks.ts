import { WebhookChanged } from '@portal/proto/identity/v1/events';
import type { WebhooksServiceDefinition } from '@portal/proto/identity/v1/webhooks';
import { serviceActor } from '../auth/actor.ts';
import type { Client } from '../grpc/client.ts';
import { keepAddresses } from '../webhooks/addresses/address-store.ts';
import type { WebhookOwner } from '../webhooks/addresses/webhook-owner.ts';
import { type Consumer, on } from './inbox.ts';

type Webhooks = Client<typeof WebhooksServiceDefinition>;

/** Calls identity, which keeps addresses and secrets, as this service. */
export function identityWebhooks(
  service: string,
  webhooks: Pick<Webhooks, 'listWebhookAddresses' | 'switchOffWebhook'>,
): Pick<WebhookOwner, 'askAddresses' | 'switchOff'> {
  const actor = serviceActor(service);
  return {
    async askAddresses() {
      const { addresses } = await webhooks.listWebhookAddresses({}, { actor });
      return addresses.map(({ createdAt, secrets, ...address }) => ({
        ...address,
        createdAt: createdAt ?? new Date(0),
        secrets: secrets.map(({ secret, until }) => ({ secret, until: until ?? null })),
      }));
    },
    async switchOff({ webhookId, version, why, since }) {
      const key = `webhook-off:${webhookId}:${version}`;
      await webhooks.switchOffWebhook({ webhookId, version, why, since }, { actor, key });
    },
  };
}

/** Takes over an address that identity tells of. */
export const onWebhookChanged = (owner: Pick<WebhookOwner, 'askAddresses'>): Consumer =>
  on(WebhookChanged, {
    prepare: () => owner.askAddresses(),
    apply: (tx, _event, known) => keepAddresses(tx, known),
  });
