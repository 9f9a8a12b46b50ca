import type { Database } from '../database/database.ts';
import type { Message, WebhookOwner } from './addresses/webhook-owner.ts';
import { takeUnwritten, writeBodies } from './delivery-store.ts';

const PAGE = 100;
/** */
const MAX_BYTES = 20_000;

/** The event by which an address is tried out. */
export const TEST_EVENT = 'webhook.test';

/**
 * Returns the body of a message. Data that would be too large is left out: the receiver can
 * fetch the rest by hand.
 */
export function bodyOf(type: string, timestamp: string, data: object): string {
  const body = JSON.stringify({ type, timestamp, data });
  return Buffer.byteLength(body) <= MAX_BYTES
    ? body
    : JSON.stringify({ type, timestamp, data: {} });
}

/** Writes what is to be sent of deliveries that were queued; it stays the same for every try. */
export async function writeNewBodies(
  db: Database,
  owner: Pick<WebhookOwner, 'dataOf'>,
  now: Date,
): Promise<void> {
  for (let written = PAGE; written === PAGE; )
    written = await db.transaction(async (tx) => {
      const rows = await takeUnwritten(tx, PAGE);
      if (rows.length === 0) return 0;
      const messages = new Map<string, Message>();
      for (const { messageId: id, event, payload } of rows)
        messages.set(id, { id, event, data: payload?.data });
      const data = await owner.dataOf(tx, [...messages.values()]);
      await writeBodies(
        tx,
        rows.map(({ id, messageId, event, payload }) => ({
          id,
          body: bodyOf(event, payload?.at ?? now.toISOString(), data.get(messageId) ?? {}),
        })),
      );
      return rows.length;
    });
}
