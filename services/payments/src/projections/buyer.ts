import type { Call } from '@portal/kit/commands/command';
import type { Database, Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { domainError } from '../errors.ts';
import type { ExamCost } from '../lots/spend-plan.ts';
import {
  askExams,
  askPriceList,
  askSchools,
  askStudents,
  heldPriceList,
  takeExams,
  takePriceList,
  takeSchools,
  takeStudents,
} from './fetch-projections.ts';

/** Facts that a purchase depends on, except credits. Prices in cents. */
export interface Buyer {
  studentId: number;
  schoolId: number | null;
  /** The current price of one more credit for this student; null: no price is set yet. */
  pricePerCreditCents: number | null;
  /** The school prepays or staff has put a stop on the account. */
  isBuyingStopped: boolean;
  /** May not buy, not even through staff. */
  isBuyingBarred: boolean;
  /** May not register, book or buy. */
  isDenied: boolean;
}

/** The joined projections, as a statement reads them. */
export interface BuyerRow
  extends Pick<
    tables.StudentProjection,
    | 'membershipTypeId'
    | 'isTtiMember'
    | 'schoolId'
    | 'buyingStopped'
    | 'buyingBarredUntil'
    | 'bookingBarredUntil'
    | 'closedAt'
  > {
  knownSchoolId: number | null;
  chargeSchool: boolean | null;
  schoolMemberCents: number | null;
  schoolNonmemberCents: number | null;
  /** Of the price list; null: it is not copied yet. */
  priceVersion: number | null;
  memberCents: number | null;
  nonmemberCents: number | null;
}

/** A read copy that is needed is not there yet; `withCopies` asks for it and tries again. */
export class ProjectionMissing extends Error {
  readonly what: { student?: number; school?: number; exam?: number; priceList?: true };
  constructor(what: ProjectionMissing['what']) {
    super(`no copy yet of ${JSON.stringify(what)}`);
    this.name = 'ProjectionMissing';
    this.what = what;
  }
}

/** In cents; null: not set yet. */
export interface PricePair {
  member: number | null;
  nonmember: number | null;
}

/**
 * Price of one credit in cents: members (type 1, or of the seminary study programme once all of it
 * is paid) pay the member price; the pair is the school's own, else the portal's.
 */
export function pricePerCredit(
  { membershipTypeId, isTtiMember }: Pick<BuyerRow, 'membershipTypeId' | 'isTtiMember'>,
  school: PricePair | null,
  portal: PricePair,
): number | null {
  const pair = school ?? portal;
  return membershipTypeId === 1 || isTtiMember ? pair.member : pair.nonmember;
}

export const studentNotFound = () => domainError('student_not_found');

/**
 * Reads the facts that a student's purchase depends on now; `prices` replace the prices in force.
 * Throws ProjectionMissing.
 */
export async function buyerOf(
  sql: Sql,
  studentId: number,
  now: Date,
  prices?: PricePair,
): Promise<Buyer> {
  const row = await sql.maybe<BuyerRow>`
    SELECT student.membership_type_id, student.is_tti_member, student.school_id,
      student.buying_stopped, student.buying_barred_until, student.booking_barred_until,
      student.closed_at,
      school.id AS known_school_id,
      school.charge_school, school.member_price_cents AS school_member_cents,
      school.nonmember_price_cents AS school_nonmember_cents, price.version AS price_version,
      price.member_cents, price.nonmember_cents
    FROM student_copy student LEFT JOIN school_copy school ON school.id = student.school_id
    LEFT JOIN price_copy price ON price.id = 1
    WHERE student.id = ${studentId}`;
  const priced = row &&
    prices && {
      ...row,
      priceVersion: 0,
      memberCents: prices.member,
      nonmemberCents: prices.nonmember,
    };
  return toBuyer(priced ?? row, studentId, now);
}

const isBarred = (until: Date | null, now: Date): boolean => until !== null && now < until;

/**
 * Combines the projections of a student, school and price list. Throws ProjectionMissing, and
 * student_not_found for a student whose record is being closed.
 */
export function toBuyer(row: BuyerRow | undefined, studentId: number, now: Date): Buyer {
  if (!row) throw new ProjectionMissing({ student: studentId });
  if (row.closedAt !== null) throw studentNotFound();
  if (row.schoolId !== null && row.knownSchoolId === null)
    throw new ProjectionMissing({ school: row.schoolId });
  if (row.priceVersion === null) throw new ProjectionMissing({ priceList: true });
  const own =
    row.schoolMemberCents === null || row.schoolNonmemberCents === null
      ? null
      : { member: row.schoolMemberCents, nonmember: row.schoolNonmemberCents };
  const isBuyingBarred = isBarred(row.buyingBarredUntil, now);
  return {
    studentId,
    schoolId: row.schoolId,
    pricePerCreditCents: pricePerCredit(row, own, {
      member: row.memberCents,
      nonmember: row.nonmemberCents,
    }),
    isBuyingStopped: row.buyingStopped || row.chargeSchool === true,
    isBuyingBarred,
    isDenied: isBuyingBarred && isBarred(row.bookingBarredUntil, now),
  };
}

export interface ExamForSale
  extends ExamCost,
    Pick<tables.ExamProjection, 'id' | 'vendorId' | 'credits' | 'active'> {}

/** Returns the usual proctor fee of a sitting, in cents. Throws ProjectionMissing. */
export async function usualProctorFee(sql: Sql): Promise<number> {
  const row = await sql.maybe<Pick<tables.PriceProjection, 'proctorFeeCents'>>`
    SELECT proctor_fee_cents FROM price_copy`;
  if (!row) throw new ProjectionMissing({ priceList: true });
  return row.proctorFeeCents;
}

/** An exam's price in credits and its vendor. Throws ProjectionMissing. */
export async function examForSale(sql: Sql, examId: number): Promise<ExamForSale> {
  const [exam, usualProctorFeeCents] = await Promise.all([
    sql.maybe<Omit<ExamForSale, 'usualProctorFeeCents'>>`
      SELECT id, vendor_id, credits, active FROM exam_copy WHERE id = ${examId}`,
    usualProctorFee(sql),
  ]);
  if (!exam) throw new ProjectionMissing({ exam: examId });
  return { ...exam, usualProctorFeeCents };
}

/** Every exam on offer; asks for all of them when none is held. */
export async function examsForSale(db: Database): Promise<ExamForSale[]> {
  const held = () =>
    db.many<ExamForSale>`
      SELECT exam.id, exam.vendor_id, exam.credits, exam.active,
        price.proctor_fee_cents AS usual_proctor_fee_cents
      FROM exam_copy exam, price_copy price WHERE exam.active`;
  const exams = await held();
  if (exams.length > 0) return exams;
  await takeExams(db, await askExams([]));
  return held();
}

/**
 * Works, and should a read copy be missing asks its owner and works again. Refuses with
 * student_not_found or exam_not_found.
 */
export async function withProjections<T>(
  { db }: Pick<Call, 'db'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let request = 0; ; request++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProjectionMissing) || request === 4) throw error;
      await fetchMissing(db, error.what);
    }
  }
}

async function fetchMissing(
  db: Database,
  { student, school, exam, priceList }: ProjectionMissing['what'],
): Promise<void> {
  if (student !== undefined) {
    const found = await askStudents([student]);
    if (found.length === 0) throw studentNotFound();
    await takeStudents(db, found);
  }
  if (school !== undefined) {
    const found = await askSchools([school]);
    // an unknown school has no prices of its own; its first change replaces this row
    await takeSchools(
      db,
      found.length > 0
        ? found
        : [
            {
              id: school,
              chargeSchool: false,
              memberPriceCents: null,
              nonmemberPriceCents: null,
              version: 0,
            },
          ],
    );
  }
  if (exam !== undefined) {
    // the whole list, so that the projection never holds only some exams
    const found = await askExams([]);
    if (!found.some((one) => one.id === exam)) throw domainError('exam_not_found');
    await takeExams(db, found);
  }
  if (priceList) {
    const list = await askPriceList(await heldPriceList(db));
    await db.transaction((sql) => takePriceList(sql, list));
  }
}
