// How exports and blanking treat each column about students, generated from schema.prisma by
// `npm run generate`.

import type { Sql } from '@portal/kit/database/database';
import type { PersonalRow } from '@portal/kit/personal-data/export-student';

export const personalTables = {
  student_copy: {
    id: 'kept',
    version: 'kept',
    first_name: 'blanked',
    last_name: 'blanked',
    email: 'blanked',
    phone: 'blanked',
    gender: 'kept',
    membership_type_id: 'kept',
    college_id: 'kept',
    school_id: 'kept',
    cohort: 'kept',
    is_denied: 'kept',
    enrolled_at: 'kept',
    buying_barred_until: 'kept',
    booking_barred_until: 'kept',
    closed_at: 'kept',
    accommodations: 'blanked',
  },
  student_programs_copy: {
    student_id: 'kept',
    program_ids: 'kept',
    read_at: 'kept',
  },
  student_session: {
    session_id: 'kept',
    student_id: 'kept',
    minutes_left: 'kept',
    exams: 'kept',
    takes: 'kept',
    special_wanted_at: 'kept',
  },
  attendance: {
    session_id: 'kept',
    student_id: 'kept',
    state: 'kept',
    at: 'kept',
    recorded_by: 'hidden',
  },
  registration: {
    id: 'kept',
    student_id: 'kept',
    exam_id: 'kept',
    exam_group: 'kept',
    status: 'kept',
    created_at: 'kept',
    cancelled_at: 'kept',
    cancel_reason: 'kept',
    is_retake: 'kept',
    run_id: 'kept',
    session_id: 'kept',
    session_type: 'kept',
    branch_id: 'kept',
    session_minutes: 'kept',
    calendar_sequence: 'kept',
    admin_cancel_session_id: 'kept',
    admin_cancel_session_date: 'kept',
    admin_cancel_session_reason_code: 'kept',
    paid_at: 'kept',
    credits_spent: 'kept',
    free_seminary_retake: 'kept',
    package_type_ids: 'kept',
    packages_known: 'kept',
    proctor_fee_cents: 'kept',
    usual_proctor_fee_cents: 'kept',
    additional_charge_cents: 'kept',
    no_additional_fees: 'kept',
    additional_paid_cents: 'kept',
    additional_refunded_cents: 'kept',
    give_back_due_at: 'kept',
    given_back_at: 'kept',
    charge_school: 'kept',
    is_free_school_registration: 'kept',
    is_old_system: 'kept',
    vendor_approved_retake: 'kept',
    vendor_approved_retake_with_fee: 'kept',
    retake_payment_id: 'kept',
    exam_to_course: 'kept',
    seminary_redemption_date: 'kept',
    proctor_reserved: 'kept',
    proctor_uuid: 'blanked',
    online_access: 'kept',
    online_exam_started: 'kept',
    online_exam_completed: 'kept',
    online_exam_redirect: 'kept',
    online_exam_taken_override: 'kept',
    resume_until: 'kept',
    online_program_started: 'kept',
    online_program_completed: 'kept',
    assignments_started: 'kept',
    assignments_completed: 'kept',
    taken_on: 'kept',
    arrived_back: 'kept',
    paper_exam_uploaded: 'kept',
    batch_id: 'kept',
    grade: 'kept',
    grade_comment: 'kept',
    graded_on: 'kept',
    is_passed: 'kept',
    held_grade: 'kept',
    held_grade_comment: 'kept',
    reopened_at: 'kept',
    access_cleared_at: 'kept',
    moved_session_id: 'kept',
  },
  online_sitting: {
    registration_id: 'kept',
    proctor_reserved: 'kept',
    proctor_uuid: 'blanked',
    online_access: 'kept',
    online_exam_started: 'kept',
    online_exam_completed: 'kept',
    online_exam_redirect: 'kept',
    online_exam_taken_override: 'kept',
    resume_until: 'kept',
    reopened_at: 'kept',
    access_cleared_at: 'kept',
  },
  exam_result: {
    registration_id: 'kept',
    taken_on: 'kept',
    arrived_back: 'kept',
    paper_exam_uploaded: 'kept',
    batch_id: 'kept',
    grade: 'kept',
    grade_comment: 'kept',
    graded_on: 'kept',
    held_grade: 'kept',
    held_grade_comment: 'kept',
    is_passed: 'kept',
  },
  registration_log: {
    id: 'kept',
    registration_id: 'kept',
    at: 'kept',
    actor_kind: 'kept',
    actor_id: 'hidden',
    actor_name: 'hidden',
    from_status: 'kept',
    to_status: 'kept',
    from_session_id: 'kept',
    to_session_id: 'kept',
    reason: 'kept',
  },
  proctor_payment: {
    id: 'kept',
    registration_id: 'kept',
    payment_id: 'kept',
    cents: 'kept',
    state: 'kept',
    session_id: 'kept',
    created_at: 'kept',
  },
  fee_payment: {
    payment_id: 'kept',
    registration_id: 'kept',
    proctor_cents: 'kept',
    additional_cents: 'kept',
    recorded_at: 'kept',
  },
  seat_hold: {
    session_id: 'kept',
    student_id: 'kept',
    registration_id: 'kept',
    held_until: 'kept',
    special: 'kept',
    waiting_id: 'kept',
  },
  study_materials_sent: {
    id: 'kept',
    student_id: 'kept',
    exam_id: 'kept',
    sent_at: 'kept',
  },
  start_token: {
    token_hash: 'hidden',
    registration_id: 'hidden',
    created_at: 'hidden',
    ended_at: 'hidden',
  },
  partner_report: {
    partner: 'kept',
    event_id: 'kept',
    registration_id: 'kept',
    kind: 'kept',
    reported_at: 'kept',
    comment: 'blanked',
    had_effect: 'kept',
    received_at: 'kept',
  },
  partner_poll: {
    registration_id: 'hidden',
    asked_at: 'hidden',
  },
  assignment: {
    id: 'kept',
    registration_id: 'kept',
    vendor_assignment_id: 'kept',
    position: 'kept',
    name: 'kept',
    description: 'kept',
    uploaded_at: 'kept',
    file_name: 'blanked',
    graded_at: 'kept',
  },
  hand_in: {
    id: 'kept',
    registration_id: 'kept',
    vendor_assignment_id: 'kept',
    file_name: 'blanked',
    asked_at: 'kept',
    look_at: 'kept',
  },
  paper_scan: {
    registration_id: 'blanked',
    file_id: 'blanked',
    inner_name: 'blanked',
  },
  session_reminder: {
    registration_id: 'kept',
    session_id: 'kept',
    reminded_at: 'kept',
  },
  system_check: {
    student_id: 'blanked',
    checked_at: 'blanked',
    device: 'blanked',
    browser: 'blanked',
    camera: 'blanked',
    microphone: 'blanked',
    network: 'blanked',
    screen: 'blanked',
  },
  calendar_feed: {
    id: 'blanked',
    student_id: 'blanked',
    user_id: 'hidden',
    location_id: 'blanked',
    secret_hash: 'secret',
    created_at: 'blanked',
    last_read: 'blanked',
  },
  session_alert: {
    student_id: 'blanked',
    location_id: 'blanked',
    asked_at: 'blanked',
  },
  session_run_exam: {
    run_id: 'kept',
    registration_id: 'kept',
    student_id: 'kept',
    outcome: 'kept',
    refund_payment_id: 'kept',
    refund_cents: 'kept',
    refunded_cents: 'kept',
    refund_open: 'kept',
  },
  waiting_entry: {
    id: 'kept',
    session_id: 'kept',
    registration_id: 'kept',
    student_id: 'kept',
    state: 'kept',
    place: 'kept',
    needs_special: 'kept',
    by_staff: 'kept',
    joined_at: 'kept',
    offered_at: 'kept',
    offer_until: 'kept',
    charge_begun_at: 'kept',
    skipped: 'kept',
    ended_at: 'kept',
    ended_why: 'kept',
  },
} as const;

/** Reads the rows of all tables in which each row names its student. */
export const rowsOfStudent = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'student_programs_copy' AS name, to_jsonb(t) AS row FROM student_programs_copy t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'student_session', to_jsonb(t) FROM student_session t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'attendance', to_jsonb(t) FROM attendance t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'registration', to_jsonb(t) FROM registration t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'study_materials_sent', to_jsonb(t) FROM study_materials_sent t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'system_check', to_jsonb(t) FROM system_check t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'session_alert', to_jsonb(t) FROM session_alert t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'waiting_entry', to_jsonb(t) FROM waiting_entry t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;

/** Deletes the rows of all such tables without a column that is kept. */
export async function deleteRowsOfStudent(sql: Sql, studentId: number): Promise<void> {
  await sql.run`DELETE FROM system_check WHERE student_id = ${studentId}`;
  await sql.run`DELETE FROM session_alert WHERE student_id = ${studentId}`;
}
