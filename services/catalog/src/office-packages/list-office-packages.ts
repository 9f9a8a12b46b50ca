import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { paymentsUse } from '../clients.ts';
import { readPackages } from '../packages/list-packages.ts';
import type { OfficePackage } from './office-package.ts';

export interface ListOfficePackages {
  /** Includes those that are no longer sold. */
  retired: boolean;
  search: string | null;
  /** Only these; empty: all. */
  ids: number[];
}

/** Package types as the office sees them, with how often each was sold. C-O22. */
export async function listOfficePackages(
  { db }: Pick<Call, 'db'>,
  { retired, search, ids }: ListOfficePackages,
): Promise<OfficePackage[]> {
  const chosenIds = ids.length > 0 ? ids : null;
  const [all, kept] = await Promise.all([readPackages(db, chosenIds), versionsOf(db, chosenIds)]);
  const wanted = search?.toLowerCase() ?? '';
  const packages = all
    .filter(({ active }) => retired || active)
    .filter(({ displayName, description }) =>
      [displayName, description].some((text) => (text ?? '').toLowerCase().includes(wanted)),
    );
  const sold = await soldPackages(packages.map(({ id }) => id));
  const keptOf = new Map(kept.map((one) => [one.id, one]));
  return packages.map((pack) => ({
    pack,
    inUse: sold.get(pack.id) ?? 0,
    version: keptOf.get(pack.id)?.version ?? 0,
    lastChange: keptOf.get(pack.id)?.lastChange ?? null,
    lastChangeBy: keptOf.get(pack.id)?.lastChangeBy ?? null,
  }));
}

/** Returns one package type as the office sees it; undefined if there is none. */
export const officePackage = async (call: Call, id: number): Promise<OfficePackage | undefined> =>
  (await listOfficePackages(call, { retired: true, search: null, ids: [id] }))[0];

/** How often packages were sold or given, by their ids; those that never were are left out. */
export async function soldPackages(packageIds: number[]): Promise<ReadonlyMap<number, number>> {
  if (packageIds.length === 0) return new Map();
  const { uses } = await paymentsUse.countPackageUse(
    { packageIds },
    { actor: serviceActor('catalog') },
  );
  return new Map(uses.map(({ id, count }) => [id, count]));
}

type Versioned = Pick<tables.PackageType, 'id' | 'version' | 'lastChange' | 'lastChangeBy'>;

/** Reads versions of package types, with the authors of the last changes; null: of all. */
export const versionsOf = (sql: Sql, ids: number[] | null): Promise<Versioned[]> =>
  sql.many<Versioned>`
    SELECT id, version, last_change, last_change_by FROM package_type
    WHERE ${ids}::bigint[] IS NULL OR id = ANY(${ids}::bigint[])`;
