import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import type { UseCount } from './use-count.ts';

/**
 * Sessions still to come at these branches, drafts included; branches without one are left out. A
 * session that was called off or deleted does not count.
 */
export const countLocationUse = (
  { db, now }: Pick<Call, 'db' | 'now'>,
  locationIds: number[],
): Promise<UseCount[]> =>
  db.many<{ id: NonNullable<tables.Session['locationId']>; count: number }>`
    SELECT location_id AS id, count(*)::int AS count FROM session
    WHERE session_type = '21' AND location_id = ANY(${locationIds}::bigint[])
      AND starts_at > ${now} AND called_off_at IS NULL AND deleted_at IS NULL
    GROUP BY location_id ORDER BY location_id`;
