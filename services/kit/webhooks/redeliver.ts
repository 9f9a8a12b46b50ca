import { type Call, command, type Tx } from '../commands/command.ts';
import { conflict, notFound } from '../errors.ts';
import { signalCommit } from '../jobs/commit-signal.ts';
import { syncAddresses } from './addresses/address-book.ts';
import { findAddress } from './addresses/address-store.ts';
import type { WebhookOwner } from './addresses/webhook-owner.ts';
import { deliveryAfter } from './delivery-machine.ts';
import { lockDelivery, queueAgain, queueFailedAgain, queueTest } from './list-store.ts';
import { bodyOf, TEST_EVENT } from './write-bodies.ts';

/** The deliveries to repeat: one, all that failed since a time, or a test. */
export type Redelivery =
  | { kind: 'one'; deliveryId: number }
  | { kind: 'failed'; webhookId: number; since: Date }
  | { kind: 'test'; webhookId: number; events: readonly string[] };

const isOff = () => conflict('webhook_off', 'This address is switched off.');
const isMissing = () => notFound('delivery_not_found', 'Not found.');

async function addressThatIsOn(tx: Tx, webhookId: number) {
  const address = await findAddress(tx, webhookId);
  if (!address) throw isMissing();
  if (!address.active) throw isOff();
  return address;
}

const queue = command('redeliverWebhook', async (tx: Tx, wish: Redelivery): Promise<number> => {
  const note = (webhookId: number, change: Record<string, unknown>) =>
    tx.audit({ op: 'action', table: 'webhook', id: webhookId, change });
  if (wish.kind === 'one') {
    const delivery = await lockDelivery(tx, wish.deliveryId);
    if (!delivery) throw isMissing();
    if (!delivery.isActive) throw isOff();
    if (!deliveryAfter(delivery, { kind: 'sent again' }))
      throw conflict('delivery_not_over', 'This one is still being sent.');
    note(delivery.webhookId, { sentAgain: 1 });
    return queueAgain(tx, delivery.id);
  }
  const { id, events } = await addressThatIsOn(tx, wish.webhookId);
  if (wish.kind === 'failed') {
    const queued = await queueFailedAgain(tx, id, wish.since);
    if (queued > 0) note(id, { sentAgain: queued });
    return queued;
  }
  if (!events.some((event) => wish.events.includes(event))) return 0;
  note(id, { testSent: true });
  return queueTest(tx, id, {
    event: TEST_EVENT,
    body: bodyOf(TEST_EVENT, tx.now.toISOString(), {}),
  });
});

/**
 * Queues deliveries again, with their message ids and tries from the start (C-O64), or a test where
 * the address wants events of this service; answers how many. Refuses with delivery_not_found,
 * delivery_not_over or webhook_off.
 */
export async function redeliver(
  call: Call,
  owner: WebhookOwner,
  wish: Exclude<Redelivery, { kind: 'test' }> | { kind: 'test'; webhookId: number },
): Promise<number> {
  // staff try a new address at once, before its event is here
  await syncAddresses(call.db, owner);
  const queued = await queue(call, wish.kind === 'test' ? { ...wish, events: owner.events } : wish);
  if (queued > 0) signalCommit('webhook');
  return queued;
}
