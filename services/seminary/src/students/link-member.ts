import type { Tx } from '@portal/kit/commands/command';

/**
 * Links a seminary student who has no member yet with a member whom no other seminary student has
 * (Z-03); otherwise changes nothing.
 */
export async function linkMember(
  tx: Tx,
  seminaryStudentId: number,
  studentId: number,
): Promise<void> {
  const linked = await tx.run`
    UPDATE seminary_student SET student_id = ${studentId}
    WHERE id = ${seminaryStudentId} AND student_id IS NULL
      AND NOT EXISTS (SELECT FROM seminary_student WHERE student_id = ${studentId})`;
  if (linked > 0)
    tx.audit({
      op: 'update',
      table: 'seminary_student',
      id: seminaryStudentId,
      studentId,
      change: { studentId: [null, studentId] },
    });
}
