import type { Call } from '../commands/command.ts';
import { malformed } from '../errors.ts';
import { addressesHealth, failedDeliveries } from './addresses/address-store.ts';
import type { WebhookOwner } from './addresses/webhook-owner.ts';
import { wireId } from './deliver.ts';
import { DELIVERY_STATES, type DeliveryState } from './delivery-machine.ts';
import { findDeliveries, listDeliveries } from './list-store.ts';
import { redeliver } from './redeliver.ts';

/** 200 pages of 200 (C-O63). */
const MAX_LISTED = 40_000;
const MAX_IDS = 200;

interface RedeliverRequest {
  deliveryId?: number | undefined;
  failedSince?: { webhookId: number; since?: Date | undefined } | undefined;
  testWebhookId?: number | undefined;
}

function stateNamed(name: string): DeliveryState | null {
  if (name === '') return null;
  const state = DELIVERY_STATES.find((one) => one === name);
  if (state === undefined) throw malformed('malformed', 'There is no such state.');
  return state;
}

function wishOf({ deliveryId, failedSince, testWebhookId }: RedeliverRequest) {
  if (deliveryId !== undefined) return { kind: 'one', deliveryId } as const;
  if (testWebhookId !== undefined) return { kind: 'test', webhookId: testWebhookId } as const;
  if (failedSince?.since === undefined) throw malformed('malformed', 'Nothing is named.');
  return { kind: 'failed', webhookId: failedSince.webhookId, since: failedSince.since } as const;
}

/** How a service answers the RPCs about deliveries of its own events. */
export const webhookHandlers = (owner: WebhookOwner) => ({
  getWebhookHealth: {
    handle: async (_request: object, { db }: Call) => ({
      addresses: (await addressesHealth(db)).map(({ lastSuccess, failingSince, ...health }) => ({
        ...health,
        lastSuccess: lastSuccess ?? undefined,
        failingSince: failingSince ?? undefined,
      })),
    }),
  },
  listWebhookDeliveries: {
    handle: async (
      { webhookId, state, limit }: { webhookId: number; state: string; limit: number },
      { db }: Call,
    ) =>
      listDeliveries(db, {
        webhookId,
        state: stateNamed(state),
        limit: Math.min(Math.max(limit, 0), MAX_LISTED),
      }),
  },
  getWebhookDeliveries: {
    handle: async ({ ids }: { ids: number[] }, { db }: Call) => ({
      deliveries: (await findDeliveries(db, ids.slice(0, MAX_IDS))).map(
        ({ messageId, nextTryAt, body, attempts, ...delivery }) => ({
          ...delivery,
          messageId: wireId(messageId),
          nextTry: nextTryAt ?? undefined,
          body: body ?? undefined,
          attempts: attempts.map(({ status, error, ...attempt }) => ({
            ...attempt,
            status: status ?? undefined,
            error: error ?? undefined,
          })),
        }),
      ),
    }),
  },
  redeliver: {
    handle: async (request: RedeliverRequest, call: Call) => ({
      queued: await redeliver(call, owner, wishOf(request)),
    }),
  },
  countFailedWebhooks: {
    handle: async (_request: object, { db }: Call) => {
      const { count, oldest } = await failedDeliveries(db);
      return { count, oldest: oldest ?? undefined };
    },
  },
});
