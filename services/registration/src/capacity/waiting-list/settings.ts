import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** The office's settings of waiting lists (C-O65). */
export type WaitingSettings = Pick<tables.WaitingSettings, 'offerHours' | 'waitingList'>;

/** The defaults until the office sets them. */
const AT_FIRST: WaitingSettings = { offerHours: 24, waitingList: true };

export async function readWaitingSettings(sql: Sql): Promise<WaitingSettings> {
  const found = await sql.maybe<WaitingSettings>`
    SELECT offer_hours, waiting_list FROM waiting_settings`;
  return found ?? AT_FIRST;
}
