import { serviceActor } from '@portal/kit/auth/actor';
import type { Database, Sql } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { credits } from '../../clients.ts';

const BATCH_SIZE = 500;

/** Lists registrations of earlier releases, which did not store the packages that paid. */
const listUnknown = (sql: Sql): Promise<{ id: number }[]> =>
  sql.many<{ id: number }>`
    SELECT id FROM registration
    WHERE credits_spent > 0 AND NOT packages_known AND status <> 'pending'
    ORDER BY id LIMIT ${BATCH_SIZE}`;

const storePackages = (
  sql: Sql,
  rows: readonly { id: number; packageIds: readonly number[] }[],
): Promise<number> =>
  sql.run`
    UPDATE registration r
    SET package_type_ids = w."packageIds", packages_known = true
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w (id bigint, "packageIds" bigint[])
    WHERE r.id = w.id AND NOT r.packages_known`;

/** Stores which packages paid registrations of earlier releases, until none is left. */
export async function fillPackages(db: Database): Promise<void> {
  const by = { actor: serviceActor('registration'), requestId: 'fill packages' };
  for (;;) {
    const ids = (await listUnknown(db)).map(({ id }) => id);
    if (ids.length === 0) return;
    const { registrations } = await credits.listSpentPackages({ registrationIds: ids }, by);
    const packagesOf = new Map(registrations.map((one) => [one.registrationId, one.packageIds]));
    await storePackages(
      db,
      ids.map((id) => ({ id, packageIds: packagesOf.get(id) ?? [] })),
    );
  }
}

export const fillPackagesJob = (db: Database): Job => ({
  name: 'store packages of earlier registrations',
  everySeconds: 60,
  run: () => fillPackages(db),
});
