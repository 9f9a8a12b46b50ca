import * as contract from '@portal/contract/webhooks';
import { invalid, notFound } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { steadyNow } from '@portal/kit/steady-clock';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import { deliveryView, OWNERS, type OwnerLetter, webhookView } from './views.ts';

const LETTERS = Object.keys(OWNERS) as OwnerLetter[];
const MAX_DAYS = 30;
const PAGE_SIZE = 50;

const deliveriesOf = (letter: OwnerLetter, context: AppContext) => context[OWNERS[letter]].webhooks;
/** Asks each owner of deliveries, side by side. */
const ofOwners = <T>(ask: (letter: OwnerLetter) => Promise<T>): Promise<T[]> =>
  Promise.all(LETTERS.map(ask));

async function healthOfAll(by: CallOptions, context: AppContext) {
  const answers = await ofOwners((letter) =>
    deliveriesOf(letter, context).getWebhookHealth({}, { ...by, key: null }),
  );
  return answers.flatMap(({ addresses }) => addresses);
}

/** One that was not removed. */
async function demandWebhook(
  webhookId: number,
  by: CallOptions,
  context: AppContext,
): Promise<void> {
  const { webhooks } = await context.identity.webhooks.listWebhooks({}, { ...by, key: null });
  if (!webhooks.some(({ id }) => id === webhookId))
    throw notFound('webhook_not_found', 'Not found.');
}

interface RedeliveryInput {
  webhookId?: number | undefined;
  since?: string | undefined;
  test?: boolean | undefined;
}

/** Returns the request to the owners to send deliveries again. */
function redelivery({ webhookId, since, test }: RedeliveryInput, now: Date) {
  if (webhookId === undefined)
    throw invalid({ path: 'deliveryId', message: 'A delivery or an address is needed.' });
  if (test) return { webhookId, request: { testWebhookId: webhookId } };
  const from = since === undefined ? null : new Date(since);
  if (from === null || +now - +from > MAX_DAYS * 86_400_000)
    throw invalid({ path: 'since', message: 'since invalid' });
  return { webhookId, request: { failedSince: { webhookId, since: from } } };
}

export const webhookRoutes = [
  route(contract.getWebhooks, async ({ by }, context) => {
    const [{ webhooks }, health] = await Promise.all([
      context.identity.webhooks.listWebhooks({}, by),
      healthOfAll(by, context),
    ]);
    return { webhooks: webhooks.map((webhook) => webhookView(webhook, health)) };
  }),

  route(contract.saveWebhook, async ({ input, by }, context) => {
    const {
      webhooks,
      secret = null,
      webhookId,
    } = await context.identity.webhooks.saveWebhook(
      { ...input, description: input.description ?? undefined },
      by,
    );
    const health = await healthOfAll(by, context);
    // identity of the release before does not name it; the newest is last
    const saved = input.webhookId ?? webhookId ?? webhooks.at(-1)?.id ?? null;
    return {
      webhooks: webhooks.map((webhook) => webhookView(webhook, health)),
      secret,
      webhookId: input.remove ? null : saved,
    };
  }),

  route(contract.getWebhookDeliveries, async ({ input, by }, context) => {
    const { webhookId, state = '', page = 1, pageSize = PAGE_SIZE } = input;
    await demandWebhook(webhookId, by, context);
    // each owner's newest; only those of this page are read in full
    const limit = page * pageSize;
    const lists = await ofOwners(async (letter) => ({
      letter,
      ...(await deliveriesOf(letter, context).listWebhookDeliveries(
        { webhookId, state, limit },
        by,
      )),
    }));
    const shown = lists
      .flatMap(({ letter, deliveries }) =>
        deliveries.map(({ id, createdAt }) => ({ letter, id, at: createdAt?.getTime() ?? 0 })),
      )
      .sort((a, b) => b.at - a.at || b.id - a.id || a.letter.localeCompare(b.letter))
      .slice(limit - pageSize, limit);
    const found = await ofOwners(async (letter) => {
      const ids = shown.filter((one) => one.letter === letter).map(({ id }) => id);
      if (ids.length === 0) return [];
      const { deliveries } = await deliveriesOf(letter, context).getWebhookDeliveries({ ids }, by);
      return deliveries.map((delivery) => deliveryView(letter, delivery));
    });
    const byId = new Map(found.flat().map((delivery) => [delivery.deliveryId, delivery]));
    return {
      items: shown.flatMap(({ letter, id }) => byId.get(`${letter}${id}`) ?? []),
      total: lists.reduce((sum, { total }) => sum + total, 0),
    };
  }),

  route(contract.redeliverWebhook, async ({ input, by }, context) => {
    const { deliveryId } = input;
    if (deliveryId !== undefined) {
      const request = { deliveryId: Number(deliveryId.slice(1)) };
      return deliveriesOf(deliveryId.startsWith('p') ? 'p' : 'r', context).redeliver(request, by);
    }
    const { webhookId, request } = redelivery(input, steadyNow());
    await demandWebhook(webhookId, by, context);
    const answers = await ofOwners((letter) =>
      deliveriesOf(letter, context).redeliver(request, by),
    );
    return { queued: answers.reduce((sum, { queued }) => sum + queued, 0) };
  }),
];
