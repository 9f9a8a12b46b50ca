import type { Runs, Sql, TransactionSql } from '../database/database.ts';
import type * as tables from '../prisma/tables.ts';
import type { DeliveryChange, DeliveryState } from './delivery-machine.ts';
import type { TryOutcome } from './post-webhook.ts';

/** A delivery that this process is to send. */
export interface Claimed
  extends Pick<
    tables.WebhookDelivery,
    'id' | 'webhookId' | 'messageId' | 'event' | 'attempts' | 'tries'
  > {
  body: string;
  url: string;
  /** Of the address. */
  version: number;
}

/**
 * Queues newly published events for each address of their type, once. The sender locks the rows of
 * the outbox.
 */
export function queueDeliveries(send: Runs<unknown>, eventIds: readonly string[]): void {
  send.run`
    INSERT INTO webhook_delivery (webhook_id, message_id, event, next_try_at)
    SELECT address.id, outbox.id, outbox.type, clock_timestamp()
    FROM outbox JOIN webhook_address address ON outbox.type = ANY(address.events)
    WHERE outbox.id = ANY(${eventIds}::uuid[]) AND address.active
      AND address.created_at <= outbox.created_at
    ON CONFLICT (webhook_id, message_id) DO NOTHING`;
}

/** A delivery whose body is to be written, with its event. */
export interface Unwritten extends Pick<tables.WebhookDelivery, 'id' | 'messageId' | 'event'> {
  payload: { at: string; data: unknown } | null;
}

export const takeUnwritten = (tx: TransactionSql, limit: number): Promise<Unwritten[]> =>
  tx.many<Unwritten>`
    SELECT delivery.id, delivery.message_id, delivery.event, outbox.payload
    FROM webhook_delivery delivery LEFT JOIN outbox ON outbox.id = delivery.message_id
    WHERE delivery.state = 'queued' AND delivery.body IS NULL
    ORDER BY delivery.id LIMIT ${limit} FOR UPDATE OF delivery SKIP LOCKED`;

export const writeBodies = (
  tx: TransactionSql,
  written: readonly { id: number; body: string }[],
): Promise<number> =>
  tx.run`
    UPDATE webhook_delivery SET body = written.body
    FROM unnest(${written.map(({ id }) => id)}::bigint[],
      ${written.map(({ body }) => body)}::text[]) AS written (id, body)
    WHERE webhook_delivery.id = written.id`;

/** Claims the due deliveries of an address; each is claimed once, even by several senders. */
export const claimDeliveries = (sql: Sql, webhookId: number, limit: number): Promise<Claimed[]> =>
  sql.many<Claimed>`
    WITH due AS MATERIALIZED (
      SELECT id FROM webhook_delivery
      WHERE webhook_id = ${webhookId} AND state = 'queued' AND body IS NOT NULL
        AND next_try_at <= clock_timestamp()
      ORDER BY next_try_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE webhook_delivery delivery
    SET state = 'sending', tries = tries + 1, attempts = attempts + 1, next_try_at = NULL,
      sending_since = clock_timestamp()
    FROM due, webhook_address address
    WHERE delivery.id = due.id AND address.id = ${webhookId} AND address.active
    RETURNING delivery.id, delivery.webhook_id, delivery.message_id, delivery.event,
      delivery.attempts, delivery.tries, delivery.body, address.url, address.version
    -- never null: body`;

/** A try takes 10 seconds at most: after this time its sender has crashed. */
export const CUT_OFF_SECONDS = 30;

/** Takes deliveries whose try was cut off. */
export const takeCutOff = (sql: Sql): Promise<Pick<tables.WebhookDelivery, 'id' | 'attempts'>[]> =>
  sql.many<Pick<tables.WebhookDelivery, 'id' | 'attempts'>>`
    SELECT id, attempts FROM webhook_delivery
    WHERE state = 'sending'
      AND sending_since < clock_timestamp() - ${CUT_OFF_SECONDS}::integer * interval '1 second'
    ORDER BY sending_since LIMIT 100`;

export interface Sent extends Pick<tables.WebhookDelivery, 'tries'> {
  webhookId: number;
  state: DeliveryState;
  isActive: boolean;
  version: number;
  failingSince: Date | null;
  sendingSince: Date;
}

/** A delivery that is being sent in this very attempt, locked. */
export const lockSent = (
  tx: TransactionSql,
  { id, attempts }: { id: number; attempts: number },
): Promise<Sent | undefined> =>
  tx.maybe<Sent>`
    SELECT delivery.webhook_id, delivery.state, delivery.tries, delivery.sending_since,
      address.active AS is_active, address.version, address.failing_since
    FROM webhook_delivery delivery JOIN webhook_address address
      ON address.id = delivery.webhook_id
    WHERE delivery.id = ${id} AND delivery.attempts = ${attempts} AND delivery.state = 'sending'
    FOR UPDATE OF delivery
    -- never null: sending_since`;

/** Records a try and the resulting state of the delivery. */
export function noteTry(
  send: Runs<unknown>,
  { id, attempts }: { id: number; attempts: number },
  { change, outcome, at }: { change: DeliveryChange; outcome: TryOutcome; at: Date },
): void {
  send.run`
    INSERT INTO webhook_attempt (delivery_id, no, at, status, ms, error, answer)
    VALUES (${id}, ${attempts}, ${at}, ${outcome.status}, ${outcome.ms}, ${outcome.error},
      ${outcome.answer})`;
  send.run`
    UPDATE webhook_delivery
    SET state = ${change.state}, sending_since = NULL,
      next_try_at = clock_timestamp() + ${change.tryInMs}::integer * interval '1 millisecond',
      ended_at = CASE WHEN ${change.tryInMs}::integer IS NULL THEN clock_timestamp() END
    WHERE id = ${id}`;
}

/** Notes how the address did. */
export function noteHealth(send: Runs<unknown>, webhookId: number, isAccepted: boolean): void {
  if (isAccepted)
    send.run`
      UPDATE webhook_address SET last_success = clock_timestamp(), failing_since = NULL
      WHERE id = ${webhookId} AND (failing_since IS NOT NULL OR last_success IS NULL
        OR last_success < clock_timestamp() - interval '10 seconds')`;
  else
    send.run`
      UPDATE webhook_address SET failing_since = clock_timestamp()
      WHERE id = ${webhookId} AND failing_since IS NULL`;
}
