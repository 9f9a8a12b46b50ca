// How exports and blanking treat each column about students, generated from schema.prisma by
// `npm run generate`.

import type { Sql } from '@portal/kit/database/database';
import type { PersonalRow } from '@portal/kit/personal-data/export-student';

export const personalTables = {
  exam_result: {
    id: 'kept',
    student_id: 'kept',
    vendor_id: 'kept',
    exam_id: 'kept',
    registration_id: 'kept',
    vendor_reference: 'blanked',
    course_number: 'kept',
    subject: 'kept',
    credits: 'kept',
    taken_date: 'kept',
    is_online: 'kept',
    result: 'kept',
    score: 'kept',
    received_at: 'kept',
  },
  tal_invoice_line: {
    invoice_id: 'kept',
    line: 'kept',
    tal_student_id: 'blanked',
    student_id: 'kept',
    exam_result_id: 'kept',
    course_number: 'kept',
    amount_cents: 'kept',
    matched: 'kept',
    exam_day: 'kept',
    registration_id: 'kept',
    seminary_exam_id: 'kept',
    reason: 'hidden',
  },
  transcript_request: {
    id: 'kept',
    student_id: 'kept',
    vendor_group: 'kept',
    state: 'kept',
    pending_override: 'kept',
    requested_by: 'hidden',
    requested_at: 'kept',
    answered_at: 'kept',
    partner_reference: 'blanked',
    reference: 'blanked',
    recipient: 'blanked',
    exam_codes: 'kept',
    unsure: 'kept',
  },
  vendor_ask: {
    student_id: 'kept',
    vendor: 'kept',
    day: 'kept',
    next_try_at: 'hidden',
    tries: 'hidden',
    answered_at: 'kept',
  },
} as const;

/** Reads the rows of all tables in which each row names its student. */
export const rowsOfStudent = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'exam_result' AS name, to_jsonb(t) AS row FROM exam_result t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'transcript_request', to_jsonb(t) FROM transcript_request t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'vendor_ask', to_jsonb(t) FROM vendor_ask t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;
