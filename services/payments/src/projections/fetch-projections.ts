import { serviceActor } from '@portal/kit/auth/actor';
import type { Database, Sql } from '@portal/kit/database/database';
import type { Prices } from '@portal/proto/catalog/v1/packages';
import { FIRST_PROCTOR_FEE_CENTS } from '@portal/proto/prices/first-fees';
import { exams, packages, schools, students } from '../clients.ts';
import {
  type ExamProjection,
  emptyCopies,
  keepExams,
  keepPriceList,
  keepSchools,
  keepStudents,
  type PriceList,
  priceListVersion,
  type SchoolProjection,
  type StudentProjection,
} from './store.ts';

const by = { actor: serviceActor('payments') };

/** Students as identity knows them now; ids that it does not know are left out. */
export async function askStudents(ids: number[]): Promise<StudentProjection[]> {
  const answer = await students.listStudents({ ids, limit: ids.length }, by);
  return answer.students.map(toStudent);
}
type Answered<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
const toStudent = (
  s: Answered<typeof students.listStudents>['students'][number],
): StudentProjection => ({
  id: s.id,
  membershipTypeId: s.membershipTypeId,
  isTtiMember: s.isTtiMember,
  schoolId: s.schoolId ?? null,
  deniedRegistration: s.deniedRegistration,
  buyingStopped: s.buyingStopped,
  buyingBarredUntil: barredUntil(s.buyingBarredUntil, s),
  bookingBarredUntil: barredUntil(s.bookingBarredUntil, s),
  version: s.version,
});

/** Identity of the release before says only that both are barred. */
const barredUntil = (
  end: Date | undefined,
  { deniedRegistration }: { deniedRegistration: boolean },
): Date | null => end ?? (deniedRegistration ? new Date('9999-12-31T00:00:00Z') : null);

/** Schools by id, or all of them. */
export async function askSchools(ids: number[]): Promise<SchoolProjection[]> {
  const answer = await schools.listSchools({ ids }, by);
  return answer.schools.map((s) => ({
    id: s.id,
    chargeSchool: s.chargeSchool,
    memberPriceCents: s.memberPriceCents ?? null,
    nonmemberPriceCents: s.nonmemberPriceCents ?? null,
    version: s.version,
  }));
}

/** Exams by id, or all of them. */
export async function askExams(ids: number[]): Promise<ExamProjection[]> {
  const answer =
    ids.length > 0
      ? await exams.getExams({ ids }, by)
      : await exams.listExams({ knownVersion: 0 }, by);
  return answer.exams.map((e) => ({
    id: e.id,
    vendorId: e.vendorId,
    credits: e.credits,
    active: e.active,
    version: e.version,
  }));
}

/** The portal's own prices of a credit, in cents; null: not set yet. */
function creditPrices(
  prices: Prices | undefined,
): Pick<PriceList, 'memberCents' | 'nonmemberCents'> {
  if (!prices) return { memberCents: null, nonmemberCents: null };
  return {
    memberCents: prices.memberPriceMissing ? null : prices.memberCents,
    nonmemberCents: prices.nonmemberPriceMissing ? null : prices.nonmemberCents,
  };
}

/** The price list, or null when this version is still the newest. */
export async function askPriceList(knownVersion: number): Promise<PriceList | null> {
  const answer = await packages.listPackages({ knownVersion }, by);
  if (answer.unchanged) return null;
  return {
    version: answer.version,
    ...creditPrices(answer.prices),
    proctorFeeCents: answer.prices?.proctorFeeCents ?? FIRST_PROCTOR_FEE_CENTS,
    packages: answer.packages.map((p) => ({
      id: p.id,
      numberOfCredits: p.numberOfCredits,
      purchasePriceCents: p.purchasePriceCents,
      displayName: p.displayName,
      proctorFeeCents: p.proctorFeeCents,
      noAdditionalFees: p.noAdditionalFees,
      isSpecialProgram: p.isSpecialProgram,
      seminaryStudyTtiProgramId: p.seminaryStudyTtiProgramId ?? null,
      seminaryYear: p.year ?? null,
      examsAllowed: p.examsAllowed,
      vendorsAllowed:
        p.vendorsAllowed === '1,4' || p.vendorsAllowed === '3' ? p.vendorsAllowed : null,
      active: p.active,
      adminOnly: p.adminOnly,
      isStudyAbroad: p.isStudyAbroad,
      vendorPackageVendorId: p.vendorPackageVendorId ?? null,
      freeRetakeCredits: p.freeRetakeCredits,
    })),
  };
}

export const takeStudents = (sql: Sql, rows: StudentProjection[]): Promise<void> =>
  keepStudents(sql, rows);
export const takeSchools = (sql: Sql, rows: SchoolProjection[]): Promise<void> =>
  keepSchools(sql, rows);
export const takeExams = (sql: Sql, rows: ExamProjection[]): Promise<void> => keepExams(sql, rows);
export async function takePriceList(sql: Sql, list: PriceList | null): Promise<void> {
  if (list) await keepPriceList(sql, list);
}
export const holdsExams = async (sql: Sql): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS held FROM exam_copy LIMIT 1`) !== undefined;
export const heldPriceList = (sql: Sql): Promise<number> => priceListVersion(sql);

/**
 * Empties all projections and fetches everything again; afterwards they are as before, or newer.
 */
export async function rebuildProjections(db: Database): Promise<void> {
  const [list, allExams, allSchools] = await Promise.all([
    askPriceList(0),
    askExams([]),
    askSchools([]),
  ]);
  const everybody: StudentProjection[] = [];
  for (let page: StudentProjection[] = [], afterId = 0; ; afterId = page.at(-1)?.id ?? 0) {
    page = (await students.listStudents({ ids: [], afterId, limit: 1000 }, by)).students.map(
      toStudent,
    );
    everybody.push(...page);
    if (page.length < 1000) break;
  }
  await db.transaction(async (sql) => {
    await emptyCopies(sql);
    await takePriceList(sql, list);
    await keepExams(sql, allExams);
    await keepSchools(sql, allSchools);
    for (let from = 0; from < everybody.length; from += 5000)
      await keepStudents(sql, everybody.slice(from, from + 5000));
  });
}
