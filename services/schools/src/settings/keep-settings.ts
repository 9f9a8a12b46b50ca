import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** The office's settings of balances, with the version of the settings (C-O65). */
export type BalanceSettings = Pick<tables.BalanceSettings, 'lowBalanceCents' | 'version'>;

/** Keeps what the office decided, unless it is known as new or newer. */
export async function keepBalanceSettings(
  sql: Sql,
  { lowBalanceCents, version }: BalanceSettings,
): Promise<void> {
  await sql.run`
    INSERT INTO balance_settings (low_balance_cents, version)
    VALUES (${lowBalanceCents}, ${version})
    ON CONFLICT (id) DO UPDATE SET low_balance_cents = excluded.low_balance_cents,
      version = excluded.version
    WHERE balance_settings.version < excluded.version`;
}
