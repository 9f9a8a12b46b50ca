// How exports and blanking treat each column about students, generated from schema.prisma by
// `npm run generate`.

import type { Sql } from '@portal/kit/database/database';
import type { PersonalRow } from '@portal/kit/personal-data/export-student';

export const personalTables = {
  bulk_exam: {
    run_id: 'kept',
    student_id: 'kept',
    exam_id: 'kept',
    place: 'kept',
    registration_id: 'kept',
    result: 'kept',
    subject: 'kept',
    vendor_name: 'kept',
    credits: 'kept',
    additional_charge_cents: 'kept',
    is_offered: 'kept',
    balance_taken: 'kept',
    credits_used: 'kept',
    charged_cents: 'kept',
  },
  bulk_student: {
    run_id: 'kept',
    student_id: 'kept',
    cc_id: 'blanked',
    agreed_cents: 'kept',
    charged_cents: 'kept',
    credits_used: 'kept',
    cohort: 'kept',
    step: 'kept',
    place: 'kept',
    pay_asked_at: 'kept',
    error: 'kept',
  },
} as const;

/** Reads the rows of all tables in which each row names its student. */
export const rowsOfStudent = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'bulk_exam' AS name, to_jsonb(t) AS row FROM bulk_exam t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'bulk_student', to_jsonb(t) FROM bulk_student t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;
