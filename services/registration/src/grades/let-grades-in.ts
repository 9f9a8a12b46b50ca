import { dayInNewYork } from '@portal/kit/clock';
import type { Tx } from '@portal/kit/command';
import { ExamGraded } from '@portal/proto/registration/v1/events';
import type { RegistrationRow } from '../registrations/registration-row.ts';
import { type Grade, waitsForAssignments } from './grade.ts';
import { gradeRows, holdGrades, logChanges } from './store.ts';

/** A locked registration that is taken, and the grade that arrived for it. */
export interface Arrived {
  row: Pick<RegistrationRow, 'id' | 'studentId' | 'examId' | 'vendorId' | 'hasAssignments' | 'assignmentsCompleted'>;
  grade: Grade;
}

/** Grades what is taken (T-50); where assignments are still open the grade is kept until they are in. Answers how many wait. */
export async function letGradesIn(tx: Tx, arrived: readonly Arrived[]): Promise<number> {
  const held = arrived.filter(({ row }) => waitsForAssignments(row));
  const graded = arrived.filter(({ row }) => !waitsForAssignments(row));
  const named = (list: readonly Arrived[]) => list.map(({ row, grade }) => ({ id: row.id, ...grade }));
  if (held.length > 0) await holdGrades(tx, named(held));
  for (const { row, grade } of held) {
    const change = { gradeThatWaits: grade.comment };
    tx.audit({ op: 'update', table: 'registration', id: row.id, studentId: row.studentId, change });
  }
  if (graded.length > 0) {
    await gradeRows(tx, named(graded), dayInNewYork(tx.now));
    await logChanges(
      tx,
      graded.map(({ row }) => ({ registrationId: row.id, from: 'taken', to: 'graded' })),
      tx.actor,
      tx.now,
    );
  }
  for (const { row, grade } of graded) {
    const { id: registrationId, studentId, examId } = row;
    tx.emit(ExamGraded, { registrationId, studentId, examId });
    const change = { status: ['taken', 'graded'], gradeComment: [null, grade.comment] };
    tx.audit({ op: 'update', table: 'registration', id: registrationId, studentId, change });
  }
  return held.length;
}
