import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** Stores the office's settings unless the projection is as new or newer (C-O65). */
export async function keepWaitingSettings(
  sql: Sql,
  {
    offerHours,
    waitingList,
    version,
  }: Pick<tables.WaitingSettings, 'offerHours' | 'waitingList' | 'version'>,
): Promise<void> {
  await sql.run`
    INSERT INTO waiting_settings (offer_hours, waiting_list, version)
    VALUES (${offerHours}, ${waitingList}, ${version})
    ON CONFLICT (id) DO UPDATE SET offer_hours = excluded.offer_hours,
      waiting_list = excluded.waiting_list, version = excluded.version
    WHERE waiting_settings.version < excluded.version`;
}

/** Deletes the projection, before it is read again. */
export async function forgetWaitingSettings(sql: Sql): Promise<void> {
  await sql.run`DELETE FROM waiting_settings`;
}
