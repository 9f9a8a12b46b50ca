import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { PackageProjection, PackageRefundFacts } from './package-projection.ts';

export interface StudentProjection {
  id: number;
  membershipTypeId: number;
  /** Joined the seminary study programme as a member, which is when all of it is paid. */
  isTtiMember: boolean;
  schoolId: number | null;
  /** Columns that the release before reads. */
  deniedRegistration: boolean;
  buyingStopped: boolean;
  buyingBarredUntil: Date | null;
  bookingBarredUntil: Date | null;
  version: number;
}
export interface SchoolProjection {
  id: number;
  chargeSchool: boolean;
  memberPriceCents: number | null;
  nonmemberPriceCents: number | null;
  version: number;
}
export interface ExamProjection {
  id: number;
  vendorId: number;
  credits: number;
  active: boolean;
  version: number;
}
export interface PriceList {
  version: number;
  /** Of a credit; null: not set yet. */
  memberCents: number | null;
  nonmemberCents: number | null;
  proctorFeeCents: number;
  packages: (PackageProjection & PackageRefundFacts)[];
}

/** Keeps what is newer than what is held; older news changes nothing. */
export async function keepStudents(sql: Sql, rows: StudentProjection[]): Promise<void> {
  await sql.run`
    INSERT INTO student_copy (id, membership_type_id, school_id, denied_registration,
      buying_stopped, version, is_tti_member, buying_barred_until, booking_barred_until)
    SELECT *
    FROM unnest(${rows.map((r) => r.id)}::bigint[],
      ${rows.map((r) => r.membershipTypeId)}::bigint[], ${rows.map((r) => r.schoolId)}::bigint[],
      ${rows.map((r) => r.deniedRegistration)}::boolean[],
      ${rows.map((r) => r.buyingStopped)}::boolean[], ${rows.map((r) => r.version)}::bigint[],
      ${rows.map((r) => r.isTtiMember)}::boolean[],
      ${rows.map((r) => r.buyingBarredUntil)}::timestamptz[],
      ${rows.map((r) => r.bookingBarredUntil)}::timestamptz[])
    ON CONFLICT (id) DO UPDATE
    SET membership_type_id = excluded.membership_type_id, school_id = excluded.school_id,
      denied_registration = excluded.denied_registration, buying_stopped = excluded.buying_stopped,
      version = excluded.version, is_tti_member = excluded.is_tti_member,
      buying_barred_until = excluded.buying_barred_until,
      booking_barred_until = excluded.booking_barred_until
    WHERE excluded.version > student_copy.version`;
}

export async function keepSchools(sql: Sql, rows: SchoolProjection[]): Promise<void> {
  await sql.run`
    INSERT INTO school_copy (id, charge_school, member_price_cents, nonmember_price_cents, version)
    SELECT *
    FROM unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.chargeSchool)}::boolean[],
      ${rows.map((r) => r.memberPriceCents)}::bigint[],
      ${rows.map((r) => r.nonmemberPriceCents)}::bigint[], ${rows.map((r) => r.version)}::bigint[])
    ON CONFLICT (id) DO UPDATE
    SET charge_school = excluded.charge_school, member_price_cents = excluded.member_price_cents,
      nonmember_price_cents = excluded.nonmember_price_cents, version = excluded.version
    WHERE excluded.version > school_copy.version`;
}

export async function keepExams(sql: Sql, rows: ExamProjection[]): Promise<void> {
  await sql.run`
    INSERT INTO exam_copy (id, vendor_id, credits, active, version)
    SELECT *
    FROM unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.vendorId)}::bigint[],
      ${rows.map((r) => r.credits)}::int[], ${rows.map((r) => r.active)}::boolean[],
      ${rows.map((r) => r.version)}::bigint[])
    ON CONFLICT (id) DO UPDATE
    SET vendor_id = excluded.vendor_id, credits = excluded.credits, active = excluded.active,
      version = excluded.version
    WHERE excluded.version > exam_copy.version`;
}

/** Takes over the whole price list, packages and price pair, unless a newer one is held. */
export async function keepPriceList(sql: Sql, list: PriceList): Promise<void> {
  const taken = await sql.run`
    INSERT INTO price_copy (id, member_cents, nonmember_cents, proctor_fee_cents, version)
    VALUES (1, ${list.memberCents}, ${list.nonmemberCents}, ${list.proctorFeeCents},
      ${list.version})
    ON CONFLICT (id) DO UPDATE
    SET member_cents = excluded.member_cents, nonmember_cents = excluded.nonmember_cents,
      proctor_fee_cents = excluded.proctor_fee_cents, version = excluded.version
    WHERE excluded.version > price_copy.version
      OR EXISTS (SELECT FROM package_copy WHERE is_study_abroad IS NULL)`;
  if (taken === 0) return;
  await sql.run`DELETE FROM package_copy`;
  for (const p of list.packages) {
    await sql.run`
      INSERT INTO package_copy (id, number_of_credits, purchase_price_cents, display_name,
        proctor_fee_cents, no_additional_fees, is_special_program, seminary_study_tti_program_id,
        seminary_year, exams_allowed, vendors_allowed, active, admin_only, free_retake_credits,
        is_study_abroad, vendor_package_vendor_id)
      VALUES (${p.id}, ${p.numberOfCredits}, ${p.purchasePriceCents}, ${p.displayName},
        ${p.proctorFeeCents}, ${p.noAdditionalFees}, ${p.isSpecialProgram},
        ${p.seminaryStudyTtiProgramId}, ${p.seminaryYear}, ${p.examsAllowed}::bigint[],
        ${p.vendorsAllowed}, ${p.active}, ${p.adminOnly}, ${p.freeRetakeCredits},
        ${p.isStudyAbroad}, ${p.vendorPackageVendorId})`;
  }
}

/**
 * Returns the stored version; 0 when none is stored, or when the release before stored it without
 * all facts.
 */
export async function priceListVersion(sql: Sql): Promise<number> {
  const held = await sql.maybe<Pick<tables.PriceProjection, 'version'>>`
    SELECT version FROM price_copy
    WHERE NOT EXISTS (SELECT FROM package_copy WHERE is_study_abroad IS NULL)`;
  return held?.version ?? 0;
}

export async function emptyCopies(sql: Sql): Promise<void> {
  await sql.run`TRUNCATE student_copy, school_copy, exam_copy, package_copy, price_copy`;
}
