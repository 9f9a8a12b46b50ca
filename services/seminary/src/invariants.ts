import type { Invariants } from '@portal/kit/commands/sweep';

/** Invariants that hold after any crash. Swept as a metric. */
export const invariants: Invariants = {
  'no more of a payment is given back than was paid': (sql) => sql.many`
    SELECT paid.id FROM study_payment paid JOIN study_payment back ON back.refund_of = paid.id
    GROUP BY paid.id, paid.amount_cents HAVING paid.amount_cents + sum(back.amount_cents) < 0`,
  'a seminary student whose exams are being redeemed is worked on': (sql) => sql.many`
    SELECT id FROM seminary_student student WHERE redeeming IS NOT NULL
      AND NOT EXISTS (SELECT FROM process
        WHERE process.id = student.redeeming AND process.status IN ('running', 'dead'))`,
  'who has redeemed has exams with registrations, and nobody else has': (sql) => sql.many`
    SELECT student.id FROM seminary_student student
    JOIN seminary_exam exam ON exam.seminary_student_id = student.id
    WHERE exam.registration_id IS NOT NULL
    GROUP BY student.id HAVING bool_or(student.redeemed_exams IS DISTINCT FROM 1)`,
  'an interest that is taken is being worked on': (sql) => sql.many`
    SELECT id FROM student_program program WHERE busy_with IS NOT NULL
      AND NOT EXISTS (SELECT FROM process
        WHERE process.id = program.busy_with AND process.status IN ('running', 'dead'))`,
};
