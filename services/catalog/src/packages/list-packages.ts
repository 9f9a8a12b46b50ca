import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { listVersion } from '../list-version.ts';
import { type Prices, readPrices } from '../prices/read-prices.ts';
import type { PackageType } from './package-type.ts';

export interface PackageList {
  version: number;
  unchanged: boolean;
  packages: PackageType[];
  prices: Prices | null;
}

/**
 * Every package type with the portal's own prices, or nothing when the caller holds the newest
 * version already.
 */
export async function listPackages({ db }: Call, known: number): Promise<PackageList> {
  const version = await listVersion(db, 'packages');
  if (version === known) return { version, unchanged: true, packages: [], prices: null };
  const [packages, prices] = await Promise.all([readPackages(db, null), readPrices(db)]);
  return { version, unchanged: false, packages, prices };
}

/** Package types with the exams they are for; null reads all. */
export const readPackages = (sql: Sql, ids: number[] | null): Promise<PackageType[]> =>
  sql.many<PackageType>`
    SELECT p.id, p.number_of_credits, p.purchase_price_cents, p.is_default, p.display_name,
      p.description, p.internal_comment, p.proctor_fee_cents, p.no_additional_fees,
      p.is_special_program, p.seminary_study_tti_program_id, p.year, p.vendors_allowed, p.active,
      p.admin_only, p.is_study_abroad, p.vendor_package_vendor_id, p.free_retake_credits,
      ARRAY(SELECT exam_id::int FROM package_exam WHERE package_type_id = p.id
        ORDER BY exam_id) AS exams_allowed
    FROM package_type p WHERE ${ids}::bigint[] IS NULL OR p.id = ANY(${ids}::bigint[])
    ORDER BY p.number_of_credits, lower(p.display_name), p.id`;
