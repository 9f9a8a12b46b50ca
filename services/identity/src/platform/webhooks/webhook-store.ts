import { holdersOf } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export type WebhookRow = tables.Webhook;

/** Lists webhooks that were not removed, the oldest first. */
export const listWebhookRows = (sql: Sql): Promise<WebhookRow[]> =>
  sql.many<WebhookRow>`
    SELECT id, url, events, description, active, created_by, created_at, secret, secret_ends,
      old_secret, old_secret_until, disabled_why, removed_at, version
    FROM webhook WHERE removed_at IS NULL ORDER BY id`;

/** Lists also webhooks removed less than a month ago: services learn of their end from it. */
export const listAddressRows = (sql: Sql, now: Date): Promise<WebhookRow[]> =>
  sql.many<WebhookRow>`
    SELECT id, url, events, description, active, created_by, created_at, secret, secret_ends,
      old_secret, old_secret_until, disabled_why, removed_at, version
    FROM webhook WHERE removed_at IS NULL OR removed_at > ${now}::timestamptz - interval '31 days'
    ORDER BY id`;

export const lockWebhook = (sql: Sql, id: number): Promise<WebhookRow | undefined> =>
  sql.maybe<WebhookRow>`
    SELECT id, url, events, description, active, created_by, created_at, secret, secret_ends,
      old_secret, old_secret_until, disabled_why, removed_at, version
    FROM webhook WHERE id = ${id} AND removed_at IS NULL FOR UPDATE`;

/** Counts the webhooks, and locks out other additions until this transaction ends. */
export async function countForAdding(sql: Sql): Promise<number> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtext('webhook'))`;
  const { n } = await sql.one<{ n: number }>`
    SELECT count(*)::int AS n FROM webhook WHERE removed_at IS NULL`;
  return n;
}

/** Writes a new one and gives its id. */
export async function insertWebhook(
  sql: Sql,
  row: Omit<
    WebhookRow,
    'id' | 'oldSecret' | 'oldSecretUntil' | 'removedAt' | 'version' | 'disabledWhy'
  > & { disabledWhy: string | null },
): Promise<number> {
  const { id } = await sql.one<Pick<WebhookRow, 'id'>>`
    INSERT INTO webhook (url, events, description, active, created_by, created_at, secret,
      secret_ends, disabled_why)
    VALUES (${row.url}, ${row.events}, ${row.description}, ${row.active}, ${row.createdBy},
      ${row.createdAt}, ${row.secret}, ${row.secretEnds}, ${row.disabledWhy})
    RETURNING id`;
  return id;
}

/** Writes what changed and raises the version, which it gives. */
export async function updateWebhook(sql: Sql, row: WebhookRow): Promise<number> {
  const { version } = await sql.one<Pick<WebhookRow, 'version'>>`
    UPDATE webhook
    SET url = ${row.url}, events = ${row.events}, description = ${row.description},
      active = ${row.active}, secret = ${row.secret}, secret_ends = ${row.secretEnds},
      old_secret = ${row.oldSecret}, old_secret_until = ${row.oldSecretUntil},
      disabled_why = ${row.disabledWhy}, removed_at = ${row.removedAt}, version = version + 1
    WHERE id = ${row.id} RETURNING version`;
  return version;
}

/** Returns the addresses to mail when a webhook is switched off. */
export const techSupportAddresses = async (sql: Sql): Promise<string[]> => {
  const roles = holdersOf('webhook.manage');
  const rows = await sql.many<{ email: string }>`
    SELECT DISTINCT staff_user.email FROM staff_user JOIN staff_role role
      ON role.user_id = staff_user.id
    WHERE role.role = ANY(${roles}::text[]) AND staff_user.active
    ORDER BY staff_user.email`;
  return rows.map(({ email }) => email);
};
