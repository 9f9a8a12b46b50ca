import type { Sql } from '@portal/kit/database/database';
import type { Exam } from '@portal/proto/catalog/v1/exams';
import type { Location } from '@portal/proto/catalog/v1/locations';
import type { Prices } from '@portal/proto/catalog/v1/packages';
import type { Student } from '@portal/proto/identity/v1/students';
import { FIRST_PROCTOR_FEE_CENTS, FIRST_RETAKE_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type { School } from '@portal/proto/schools/v1/schools';
import type * as tables from '../../prisma/tables.ts';

/** Identity of the release before says only that both are barred. */
const barredUntil = (end: Date | undefined, { deniedRegistration }: Student): Date | null =>
  end ?? (deniedRegistration ? new Date('9999-12-31T00:00:00Z') : null);

/** Stores newer versions in the projection; ignores older ones. */
export async function keepStudents(sql: Sql, students: Student[]): Promise<void> {
  const rows = students.map((student) => ({
    id: student.id,
    version: student.version,
    first_name: student.firstName,
    last_name: student.lastName,
    email: student.email || null,
    phone: student.cellphone || student.phone || null,
    gender: student.gender,
    membership_type_id: student.membershipTypeId,
    college_id: student.collegeId ?? null,
    school_id: student.schoolId ?? null,
    cohort: student.cohort ?? null,
    is_denied: student.deniedRegistration,
    buying_barred_until: barredUntil(student.buyingBarredUntil, student),
    booking_barred_until: barredUntil(student.bookingBarredUntil, student),
    enrolled_at: student.createdOn ?? new Date(0),
    accommodations: student.approvedAccommodations.map(
      ({ kind, percent = null, minutes = null, validFrom, validUntil = null }) => ({
        kind,
        percent,
        minutes,
        validFrom,
        validUntil,
      }),
    ),
  }));
  await sql.run`
    INSERT INTO student_copy (id, version, first_name, last_name, email, phone, gender,
      membership_type_id, college_id, school_id, cohort, is_denied, enrolled_at,
      buying_barred_until, booking_barred_until, accommodations)
    SELECT *
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id bigint, version bigint, first_name text, last_name text, email text, phone text,
        gender text, membership_type_id bigint, college_id bigint, school_id bigint, cohort text,
        is_denied boolean,
        enrolled_at timestamptz, buying_barred_until timestamptz,
        booking_barred_until timestamptz, accommodations jsonb)
    ORDER BY id
    ON CONFLICT (id) DO UPDATE
    SET version = excluded.version, first_name = excluded.first_name,
      last_name = excluded.last_name, email = excluded.email, phone = excluded.phone,
      gender = excluded.gender, membership_type_id = excluded.membership_type_id,
      college_id = excluded.college_id, school_id = excluded.school_id, cohort = excluded.cohort,
      is_denied = excluded.is_denied, enrolled_at = excluded.enrolled_at,
      buying_barred_until = excluded.buying_barred_until,
      booking_barred_until = excluded.booking_barred_until,
      accommodations = excluded.accommodations
    WHERE excluded.version > student_copy.version`;
}

/** Stores newer versions in the projection; ignores older ones. */
export async function keepExams(sql: Sql, exams: Exam[]): Promise<void> {
  const rows = exams.map((exam) => ({
    id: exam.id,
    version: exam.version,
    subject: exam.subject,
    secular_number: exam.secularNumber,
    vendor_id: exam.vendorId,
    vendor_name: exam.vendorName,
    credits: exam.credits,
    duration_minutes: exam.durationMinutes,
    online_only: exam.onlineOnly,
    paper_only: exam.paperOnly,
    assignments: exam.assignments,
    content_code: exam.contentCode || null,
    program_content_code: exam.programContentCode || null,
    alternate_course_version: exam.alternateCourseVersion ?? null,
    phonesystem_active: exam.phonesystemActive,
    required_exam_ids: exam.requiredExamIds,
    additional_charge_cents: exam.additionalChargeCents,
    exam_proctor_code: exam.examProctorCode || null,
    active: exam.active,
    course_change_reserved: exam.courseChangeReserved,
    course_college_id: exam.courseCollegeId ?? null,
  }));
  await sql.run`
    INSERT INTO exam_copy (id, version, subject, secular_number, vendor_id, vendor_name, credits,
      duration_minutes, online_only, paper_only, assignments, content_code, program_content_code,
      alternate_course_version, phonesystem_active, required_exam_ids, additional_charge_cents,
      exam_proctor_code, active, course_change_reserved, course_college_id)
    SELECT *
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id bigint, version bigint, subject text, secular_number text, vendor_id bigint,
        vendor_name text, credits integer, duration_minutes integer, online_only boolean,
        paper_only boolean, assignments boolean, content_code text,
      program_content_code text, alternate_course_version bigint, phonesystem_active boolean,
      required_exam_ids bigint[], additional_charge_cents bigint, exam_proctor_code text,
      active boolean, course_change_reserved boolean, course_college_id bigint)
    ORDER BY id
    ON CONFLICT (id) DO UPDATE
    SET version = excluded.version, subject = excluded.subject,
      secular_number = excluded.secular_number, vendor_id = excluded.vendor_id,
      vendor_name = excluded.vendor_name, credits = excluded.credits,
      duration_minutes = excluded.duration_minutes, online_only = excluded.online_only,
      paper_only = excluded.paper_only, assignments = excluded.assignments,
      content_code = excluded.content_code, program_content_code = excluded.program_content_code,
      alternate_course_version = excluded.alternate_course_version,
      phonesystem_active = excluded.phonesystem_active,
      required_exam_ids = excluded.required_exam_ids,
      additional_charge_cents = excluded.additional_charge_cents,
      exam_proctor_code = excluded.exam_proctor_code, active = excluded.active,
      course_change_reserved = excluded.course_change_reserved,
      course_college_id = excluded.course_college_id
    WHERE excluded.version > exam_copy.version`;
}

/** When a branch closes that says nothing of it, as catalog of the release before does not. */
const LATEST = '23:00';

/** Puts the whole list of locations, with their rooms, in the copy's place when it is newer. */
export async function keepLocations(
  sql: Sql,
  version: number,
  locations: Location[],
): Promise<void> {
  if (!(await advanceSource(sql, 'locations', version))) return;
  const rows = locations.map((location) => ({
    id: location.id,
    name: location.name,
    address: location.address || null,
    city: location.city || null,
    phone: location.phone || null,
    admin_only: location.adminOnly,
    by_appointment: location.byAppointment,
    program_ids: location.seminaryStudyProgramIds,
    active: location.active,
    contact_first_name: location.contactFirstName || null,
    contact_last_name: location.contactLastName || null,
    israel: location.israel,
    closes_at: location.closesAt || LATEST,
  }));
  const rooms = locations.flatMap(({ id, rooms: own }) =>
    own.map((room) => ({ ...room, location_id: id })),
  );
  await sql.run`DELETE FROM location_copy`;
  await sql.run`DELETE FROM room_copy`;
  await sql.run`
    INSERT INTO location_copy SELECT *
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (id bigint, name text, address text, city text, phone text, admin_only boolean,
        by_appointment boolean, program_ids bigint[], active boolean, contact_first_name text,
        contact_last_name text, israel boolean, closes_at text)`;
  await sql.run`
    INSERT INTO room_copy (id, location_id, name, capacity, special, active)
    SELECT *
    FROM jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb)
      AS row (id bigint, location_id bigint, name text, capacity integer, special boolean,
        active boolean)`;
}

/** Stores newer versions in the projection; ignores older ones. */
export async function keepSchools(sql: Sql, schools: School[]): Promise<void> {
  const rows = schools.map((school) => ({
    id: school.id,
    version: school.version,
    name: school.name,
    gender: school.gender,
    charge_school: school.chargeSchool,
    charge_proctor_fee: school.chargeProctorFee,
    session_closing_time: school.sessionClosingTime,
    active: school.active,
    online_sessions: school.onlineSessions,
  }));
  await sql.run`
    INSERT INTO school_copy
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (id bigint,
      version bigint, name text, gender text, charge_school boolean, charge_proctor_fee boolean,
      session_closing_time text, active boolean, online_sessions boolean)
    ORDER BY id
    ON CONFLICT (id) DO UPDATE
    SET version = excluded.version, name = excluded.name, gender = excluded.gender,
      charge_school = excluded.charge_school, charge_proctor_fee = excluded.charge_proctor_fee,
      session_closing_time = excluded.session_closing_time, active = excluded.active,
      online_sessions = excluded.online_sessions
    WHERE excluded.version > school_copy.version`;
}

/** Seminary programmes of a student as read at `now`. */
export async function keepPrograms(
  sql: Sql,
  studentId: number,
  programIds: number[],
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO student_programs_copy (student_id, program_ids, read_at)
    VALUES (${studentId}, ${programIds}::bigint[], ${now})
    ON CONFLICT (student_id) DO UPDATE
    SET program_ids = excluded.program_ids, read_at = excluded.read_at`;
}

/**
 * Whether the programmes of a student have to be read: some branch requires one, and they were not
 * read in the last ten minutes.
 */
export async function needsPrograms(sql: Sql, studentId: number, now: Date): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS needed FROM location_copy WHERE cardinality(program_ids) > 0 AND active
    AND NOT EXISTS (SELECT FROM student_programs_copy
      WHERE student_id = ${studentId} AND read_at > ${now}::timestamptz - interval '10 minutes')
      LIMIT 1`;
  return found !== undefined;
}

/** A list that is read whole. */
type Source = 'exams' | 'locations' | 'prices';

/**
 * Records how far a whole list was read; false when the projection is as new already. The row stays
 * locked until the transaction ends.
 */
export async function advanceSource(sql: Sql, name: Source, version: number): Promise<boolean> {
  const rows = await sql.run`
    INSERT INTO copy_source (name, version) VALUES (${name}, ${version})
    ON CONFLICT (name) DO UPDATE SET version = excluded.version
    WHERE excluded.version > copy_source.version`;
  return rows > 0;
}

export async function sourceVersion(sql: Sql, name: Source): Promise<number> {
  return (
    (
      await sql.maybe<
        Pick<tables.CopySource, 'version'>
      >`SELECT version FROM copy_source WHERE name = ${name}`
    )?.version ?? 0
  );
}

/** Puts the fees that are prices in the copy's place when they are newer. */
export async function keepPrices(
  sql: Sql,
  version: number,
  {
    proctorFeeCents = FIRST_PROCTOR_FEE_CENTS,
    retakeFeeCents = FIRST_RETAKE_FEE_CENTS,
  }: Pick<Prices, 'proctorFeeCents' | 'retakeFeeCents'>,
): Promise<void> {
  if (!(await advanceSource(sql, 'prices', version))) return;
  await sql.run`
    INSERT INTO price_copy (proctor_fee_cents, retake_fee_cents)
    VALUES (${proctorFeeCents}, ${retakeFeeCents})
    ON CONFLICT (id) DO UPDATE SET proctor_fee_cents = excluded.proctor_fee_cents,
      retake_fee_cents = excluded.retake_fee_cents`;
}

/** Returns the highest id among the projected students; later students have not been read yet. */
export async function lastStudentId(sql: Sql): Promise<number> {
  return (await sql.one<{ id: number }>`SELECT COALESCE(max(id), 0) AS id FROM student_copy`).id;
}

/** Deletes all projections, to be read again. */
export async function emptyProjections(sql: Sql): Promise<void> {
  await sql.run`
    TRUNCATE student_copy, exam_copy, location_copy, room_copy, school_copy, student_programs_copy,
      price_copy, copy_source`;
}
