import type { Sql } from '@portal/kit/database/database';
import type { WaitingSettings } from './settings.ts';

/** Keeps what the office decided, unless something newer is known (C-O65). */
export async function keepWaitingSettings(
  sql: Sql,
  { offerHours, waitingList }: WaitingSettings,
  changedAt: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO waiting_settings (offer_hours, waiting_list, changed_at)
    VALUES (${offerHours}, ${waitingList}, ${changedAt})
    ON CONFLICT (id) DO UPDATE SET offer_hours = excluded.offer_hours,
      waiting_list = excluded.waiting_list, changed_at = excluded.changed_at
    WHERE waiting_settings.changed_at <= excluded.changed_at`;
}
