import type { Call } from '@portal/kit/commands/command';

export interface UseCount {
  id: number;
  count: number;
}

/**
 * How many lots came of these packages, also those that were taken back since; packages without one
 * are left out.
 */
export const countPackageUse = (
  { db }: Pick<Call, 'db'>,
  packageIds: number[],
): Promise<UseCount[]> =>
  db.many<UseCount>`
    SELECT package_id::int AS id, count(*)::int AS count FROM lot
    WHERE package_id = ANY(${packageIds}::bigint[])
    GROUP BY package_id ORDER BY package_id`;
