import type { Sql, TransactionSql } from '../database/database.ts';
import { uuidv7 } from '../ids.ts';
import type * as tables from '../prisma/tables.ts';
import type { DeliveryState } from './delivery-machine.ts';

const MAX_ATTEMPTS = 50;

export type ListedDelivery = Pick<tables.WebhookDelivery, 'id' | 'createdAt'>;

/** The newest deliveries of an address, all or those of one state, and how many there are. */
export async function listDeliveries(
  sql: Sql,
  { webhookId, state, limit }: { webhookId: number; state: DeliveryState | null; limit: number },
): Promise<{ deliveries: ListedDelivery[]; total: number }> {
  const [deliveries, { total }] = await Promise.all(
    state === null
      ? [
          sql.many<ListedDelivery>`
            SELECT id, created_at FROM webhook_delivery WHERE webhook_id = ${webhookId}
            ORDER BY id DESC LIMIT ${limit}`,
          sql.one<{ total: number }>`
            SELECT count(*)::int AS total FROM webhook_delivery WHERE webhook_id = ${webhookId}`,
        ]
      : [
          sql.many<ListedDelivery>`
            SELECT id, created_at FROM webhook_delivery
            WHERE webhook_id = ${webhookId} AND state = ${state}
            ORDER BY id DESC LIMIT ${limit}`,
          sql.one<{ total: number }>`
            SELECT count(*)::int AS total FROM webhook_delivery
            WHERE webhook_id = ${webhookId} AND state = ${state}`,
        ],
  );
  return { deliveries, total };
}

export type ShownAttempt = Pick<tables.WebhookAttempt, 'at' | 'status' | 'ms' | 'error' | 'answer'>;
export interface ShownDelivery
  extends Pick<
    tables.WebhookDelivery,
    'id' | 'messageId' | 'event' | 'state' | 'nextTryAt' | 'body' | 'createdAt'
  > {
  attempts: ShownAttempt[];
}

/** Deliveries with their last tries; those that are not there are left out. */
export async function findDeliveries(sql: Sql, ids: readonly number[]): Promise<ShownDelivery[]> {
  const [rows, attempts] = await Promise.all([
    sql.many<Omit<ShownDelivery, 'attempts'>>`
      SELECT id, message_id, event, state, next_try_at, body, created_at FROM webhook_delivery
      WHERE id = ANY(${ids}::bigint[])`,
    sql.many<ShownAttempt & { deliveryId: number }>`
      SELECT attempt.delivery_id, attempt.at, attempt.status, attempt.ms, attempt.error,
        attempt.answer
      FROM unnest(${ids}::bigint[]) AS delivery (id)
      CROSS JOIN LATERAL (SELECT * FROM webhook_attempt
        WHERE delivery_id = delivery.id ORDER BY no DESC LIMIT ${MAX_ATTEMPTS}) AS attempt
      ORDER BY attempt.delivery_id, attempt.no`,
  ]);
  const byId = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return rows.map((row) => ({ ...row, attempts: byId.get(row.id) ?? [] }));
}

export interface LockedDelivery extends Pick<tables.WebhookDelivery, 'id' | 'webhookId' | 'tries'> {
  state: DeliveryState;
  isActive: boolean;
}

export const lockDelivery = (tx: TransactionSql, id: number): Promise<LockedDelivery | undefined> =>
  tx.maybe<LockedDelivery>`
    SELECT delivery.id, delivery.webhook_id, delivery.tries, delivery.state,
      address.active AS is_active
    FROM webhook_delivery delivery JOIN webhook_address address
      ON address.id = delivery.webhook_id
    WHERE delivery.id = ${id} FOR UPDATE OF delivery`;

export const queueAgain = (tx: TransactionSql, id: number): Promise<number> =>
  tx.run`
    UPDATE webhook_delivery
    SET state = 'queued', tries = 0, next_try_at = clock_timestamp(), ended_at = NULL
    WHERE id = ${id}`;

/** Queues all again that failed since; answers how many. */
export const queueFailedAgain = (
  tx: TransactionSql,
  webhookId: number,
  since: Date,
): Promise<number> =>
  tx.run`
    UPDATE webhook_delivery
    SET state = 'queued', tries = 0, next_try_at = clock_timestamp(), ended_at = NULL
    WHERE webhook_id = ${webhookId} AND state = 'failed' AND ended_at >= ${since}`;

export const queueTest = (
  tx: TransactionSql,
  webhookId: number,
  { event, body }: { event: string; body: string },
): Promise<number> =>
  tx.run`
    INSERT INTO webhook_delivery (webhook_id, message_id, event, body, next_try_at)
    VALUES (${webhookId}, ${uuidv7()}, ${event}, ${body}, clock_timestamp())`;
