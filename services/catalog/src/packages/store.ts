import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { PackageFields } from './package-type.ts';

/**
 * Writes a package type, a new one with id 0 under the next free id, and gives the id. A new
 * default takes the place of the one before.
 */
export async function upsertPackage(
  sql: Sql,
  pack: PackageFields,
  { id, by, now }: { id: number; by: string; now: Date },
): Promise<number> {
  if (pack.isDefault)
    await sql.run`
      UPDATE package_type SET is_default = false, version = version + 1, last_change = ${now},
        last_change_by = ${by}
      WHERE is_default AND admin_only = ${pack.adminOnly} AND id <> ${id}`;
  const row = await sql.one<Pick<tables.PackageType, 'id'>>`
    INSERT INTO package_type (id, number_of_credits, purchase_price_cents, is_default, display_name,
      description, internal_comment, proctor_fee_cents, no_additional_fees, is_special_program,
      seminary_study_tti_program_id, year, vendors_allowed, active, admin_only, is_study_abroad,
      vendor_package_vendor_id, free_retake_credits, created_at)
    VALUES (coalesce(nullif(${id}::bigint, 0),
      nextval(pg_get_serial_sequence('package_type', 'id'))), ${pack.numberOfCredits},
      ${pack.purchasePriceCents}, ${pack.isDefault}, ${pack.displayName}, ${pack.description},
      ${pack.internalComment}, ${pack.proctorFeeCents}, ${pack.noAdditionalFees},
      ${pack.isSpecialProgram}, ${pack.seminaryStudyTtiProgramId}, ${pack.year},
      ${pack.vendorsAllowed}, ${pack.active}, ${pack.adminOnly}, ${pack.isStudyAbroad},
      ${pack.vendorPackageVendorId}, ${pack.freeRetakeCredits}, ${now})
    ON CONFLICT (id) DO UPDATE
    SET number_of_credits = excluded.number_of_credits,
      purchase_price_cents = excluded.purchase_price_cents, is_default = excluded.is_default,
      display_name = excluded.display_name, description = excluded.description,
      internal_comment = excluded.internal_comment, proctor_fee_cents = excluded.proctor_fee_cents,
      no_additional_fees = excluded.no_additional_fees,
      is_special_program = excluded.is_special_program,
      seminary_study_tti_program_id = excluded.seminary_study_tti_program_id, year = excluded.year,
      vendors_allowed = excluded.vendors_allowed, active = excluded.active,
      admin_only = excluded.admin_only, is_study_abroad = excluded.is_study_abroad,
      vendor_package_vendor_id = excluded.vendor_package_vendor_id,
      free_retake_credits = excluded.free_retake_credits, version = package_type.version + 1,
      last_change = ${now}, last_change_by = ${by}
    RETURNING id`;
  return row.id;
}

/** Makes the exams that a package is for the given ones. */
export async function keepPackageExams(
  sql: Sql,
  packageId: number,
  examIds: number[],
): Promise<void> {
  await sql.run`
    DELETE FROM package_exam
    WHERE package_type_id = ${packageId} AND exam_id <> ALL(${examIds}::bigint[])`;
  await sql.run`
    INSERT INTO package_exam (package_type_id, exam_id)
    SELECT ${packageId}, unnest(${examIds}::bigint[]) ON CONFLICT DO NOTHING`;
}
