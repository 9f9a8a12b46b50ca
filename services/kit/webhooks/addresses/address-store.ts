import type { Sql, TransactionSql } from '../../database/database.ts';
import type * as tables from '../../prisma/tables.ts';
import type { KnownAddress } from './webhook-owner.ts';

/**
 * Takes addresses over as identity has them now, older news passed over, and drops what waits for
 * one that is off. One that comes back on, or has another address, has failed nothing so far.
 */
export async function keepAddresses(
  tx: TransactionSql,
  known: readonly KnownAddress[],
): Promise<void> {
  // all at once, each a row of its own: a handful
  await Promise.all([
    ...known.map(
      ({ id, url, events, active, version, createdAt }) => tx.run`
        INSERT INTO webhook_address AS kept (id, url, events, active, version, created_at)
        VALUES (${id}, ${url}, ${events}, ${active}, ${version}, ${createdAt})
        ON CONFLICT (id) DO UPDATE
        SET url = excluded.url, events = excluded.events, active = excluded.active,
          version = excluded.version,
          failing_since = CASE WHEN kept.active AND kept.url = excluded.url
            THEN kept.failing_since END
        WHERE kept.version < excluded.version`,
    ),
    tx.run`
      UPDATE webhook_delivery
      SET state = 'dropped', next_try_at = NULL, ended_at = clock_timestamp()
      FROM webhook_address address
      WHERE address.id = webhook_id AND NOT address.active AND state = 'queued'`,
  ]);
}

export type AddressState = Pick<
  tables.WebhookAddress,
  'id' | 'active' | 'events' | 'lastSuccess' | 'failingSince'
>;

export const findAddress = (sql: Sql, webhookId: number): Promise<AddressState | undefined> =>
  sql.maybe<AddressState>`
    SELECT id, active, events, last_success, failing_since FROM webhook_address
    WHERE id = ${webhookId}`;

/** The addresses that something is to be sent to now. */
export async function dueAddresses(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.WebhookAddress, 'id'>>`
    SELECT id FROM webhook_address address
    WHERE active AND EXISTS (SELECT FROM webhook_delivery
      WHERE webhook_id = address.id AND state = 'queued' AND body IS NOT NULL
        AND next_try_at <= clock_timestamp())`;
  return rows.map(({ id }) => id);
}

/** How an address does, for the list of addresses (C-O61). */
export interface AddressHealth {
  webhookId: number;
  lastSuccess: Date | null;
  failingSince: Date | null;
  /** Deliveries that failed, or have failed so far. */
  failing: number;
}

export const addressesHealth = (sql: Sql): Promise<AddressHealth[]> =>
  sql.many<AddressHealth>`
    SELECT address.id AS webhook_id, address.last_success, address.failing_since,
      (SELECT count(*)::int FROM webhook_delivery
        WHERE webhook_id = address.id
          AND (state = 'failed' OR state = 'queued' AND tries > 0)) AS failing
    FROM webhook_address address`;

/** Work for tech support: failed deliveries of addresses that are on. */
export const failedDeliveries = (sql: Sql): Promise<{ count: number; oldest: Date | null }> =>
  sql.one<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(ended_at) AS oldest FROM webhook_delivery
    WHERE state = 'failed'
      AND webhook_id IN (SELECT id FROM webhook_address WHERE active)`;
