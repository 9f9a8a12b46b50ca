// How exports and blanking treat each column about students, generated from schema.prisma by
// `npm run generate`.

import type { Sql } from '@portal/kit/database/database';
import type { PersonalRow } from '@portal/kit/personal-data/export-student';

export const personalTables = {
  invite: {
    id: 'kept',
    email: 'blanked',
    first_name: 'blanked',
    membership_type_id: 'kept',
    college_id: 'kept',
    school_id: 'kept',
    seminary_student_id: 'hidden',
    invited_by: 'hidden',
    created_at: 'kept',
    expires_at: 'kept',
    used_at: 'kept',
    replaced_at: 'kept',
    student_id: 'kept',
    secret_hash: 'secret',
  },
  student: {
    id: 'kept',
    first_name: 'blanked',
    last_name: 'blanked',
    maiden_name: 'blanked',
    first_name_key: 'secret',
    last_name_key: 'secret',
    maiden_name_key: 'secret',
    dob: 'blanked',
    last4_ssn: 'blanked',
    gender: 'kept',
    email: 'blanked',
    cellphone: 'blanked',
    phone: 'blanked',
    address: 'blanked',
    city: 'blanked',
    state: 'blanked',
    zip: 'blanked',
    country: 'blanked',
    college_id: 'kept',
    school_id: 'kept',
    cohort: 'kept',
    membership_type_id: 'kept',
    accommodations: 'blanked',
    accommodations_approved_by: 'hidden',
    accommodations_approved_on: 'blanked',
    is_for_school: 'kept',
    jse_id: 'blanked',
    tal_id: 'blanked',
    ccc_id: 'blanked',
    tti_student_id: 'blanked',
    is_tti_member: 'kept',
    masped_id: 'blanked',
    denied_registration: 'kept',
    buying_stopped: 'kept',
    language: 'kept',
    buying_barred_until: 'kept',
    booking_barred_until: 'kept',
    sign_in_barred_until: 'kept',
    created_on: 'kept',
    created_by: 'hidden',
    last_change: 'kept',
    last_change_by: 'hidden',
    version: 'kept',
  },
  student_account: {
    student_id: 'blanked',
    email: 'blanked',
    password_hash: 'secret',
    disabled: 'blanked',
    password_set_at: 'blanked',
    email_confirmed_at: 'blanked',
  },
  token: {
    id: 'secret',
    student_id: 'blanked',
    staff_user_id: 'hidden',
    type: 'blanked',
    hash: 'secret',
    mailed_to: 'blanked',
    created_at: 'blanked',
    expires_at: 'blanked',
    used_at: 'blanked',
    replaced_at: 'blanked',
    revoked_at: 'blanked',
  },
  student_note: {
    id: 'office',
    student_id: 'office',
    text: 'office',
    pinned: 'office',
    author_id: 'secret',
    author: 'secret',
    created_at: 'office',
    edited_at: 'office',
  },
  struck_note: {
    id: 'office',
    student_id: 'office',
    text: 'office',
    author_id: 'secret',
    author: 'secret',
    created_at: 'office',
    edited_at: 'office',
    struck_at: 'office',
    struck_by: 'secret',
  },
  student_bar: {
    id: 'kept',
    student_id: 'kept',
    levels: 'kept',
    until: 'kept',
    reason: 'office',
    set_by_id: 'hidden',
    set_by: 'hidden',
    set_at: 'kept',
    lifted_by_id: 'hidden',
    lifted_by: 'hidden',
    lifted_at: 'kept',
    lift_reason: 'office',
  },
  accommodation: {
    id: 'blanked',
    student_id: 'blanked',
    kind: 'blanked',
    percent: 'blanked',
    minutes: 'blanked',
    text: 'blanked',
    valid_from: 'blanked',
    valid_until: 'blanked',
    state: 'blanked',
    in_force: 'blanked',
    approved_by: 'secret',
    approved_by_id: 'secret',
    from_form: 'blanked',
    entered_at: 'blanked',
    over_at: 'blanked',
    version: 'blanked',
  },
  accommodation_document: {
    accommodation_id: 'blanked',
    name: 'blanked',
    type: 'blanked',
    content: 'secret',
    uploaded_at: 'blanked',
  },
  student_import_row: {
    import_id: 'kept',
    row: 'kept',
    cells: 'secret',
    choice: 'hidden',
    match_id: 'hidden',
    outcome: 'kept',
    student_id: 'kept',
    text: 'blanked',
    cohort_before: 'kept',
    cohort_set: 'kept',
    undo: 'kept',
    undo_text: 'blanked',
  },
  data_request: {
    id: 'kept',
    student_id: 'kept',
    for_office: 'hidden',
    reason: 'office',
    asked_by_id: 'hidden',
    asked_by: 'hidden',
    asked_at: 'kept',
    ready_at: 'kept',
    until: 'kept',
  },
  data_request_part: {
    request_id: 'secret',
    service: 'secret',
    tables: 'secret',
  },
  blanking: {
    id: 'kept',
    student_id: 'kept',
    reason: 'office',
    asked_by_id: 'hidden',
    asked_by: 'hidden',
    asked_at: 'kept',
    blank_on: 'kept',
    bar_id: 'hidden',
    withdrawn_by: 'hidden',
    withdrawn_at: 'kept',
    begun_at: 'kept',
    done_at: 'kept',
  },
} as const;

/** Reads the rows of all tables in which each row names its student. */
export const rowsOfStudent = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'student_account' AS name, to_jsonb(t) AS row FROM student_account t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'student_note', to_jsonb(t) FROM student_note t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'struck_note', to_jsonb(t) FROM struck_note t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'student_bar', to_jsonb(t) FROM student_bar t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'accommodation', to_jsonb(t) FROM accommodation t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'data_request', to_jsonb(t) FROM data_request t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'blanking', to_jsonb(t) FROM blanking t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;

/** Deletes the rows of all such tables without a column that is kept. */
export async function deleteRowsOfStudent(sql: Sql, studentId: number): Promise<void> {
  await sql.run`DELETE FROM student_account WHERE student_id = ${studentId}`;
  await sql.run`DELETE FROM student_note WHERE student_id = ${studentId}`;
  await sql.run`DELETE FROM struck_note WHERE student_id = ${studentId}`;
  await sql.run`DELETE FROM accommodation WHERE student_id = ${studentId}`;
}
