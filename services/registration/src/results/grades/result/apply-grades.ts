import type { Tx } from '@portal/kit/commands/command';
import { ExamGraded } from '@portal/proto/registration/v1/events';
import { changeAll } from '../../../records/registrations/changing/change-registration.ts';
import { allowed, type Change } from '../../../records/registrations/state/registration-change.ts';
import type { RegistrationRow } from '../../../records/registrations/state/registration-row.ts';
import { changeResult, type ResultEvent, type ResultFacts } from './result-machine.ts';
import { logChanges } from './store.ts';

/** A locked registration, and the event by which it may have its grade. */
export interface Arrived {
  row: ResultFacts & Pick<RegistrationRow, 'id' | 'studentId' | 'examId'>;
  event: ResultEvent & { type: 'graded' | 'assignments_completed' };
}

/**
 * Grades taken exams (T-50); holds the grade of an exam with open assignments until they are
 * submitted. Returns how many grades are held. Refuses as the result's machine does.
 */
export async function applyGrades(tx: Tx, arrived: readonly Arrived[]): Promise<number> {
  const changes = arrived.map(({ row, event }) => ({
    row,
    change: allowed(changeResult(row, event, tx.now)),
  }));
  const isGraded = ({ change }: { change: Change }) => change.status === 'graded';
  const graded = changes.filter(isGraded);
  const held = changes.filter((one) => !isGraded(one));
  await changeAll(tx, changes);
  for (const { row, change } of held)
    tx.audit({
      op: 'update',
      table: 'registration',
      id: row.id,
      studentId: row.studentId,
      change: { gradeThatWaits: change.heldGradeComment },
    });
  if (graded.length > 0)
    await logChanges(
      tx,
      graded.map(({ row }) => ({ registrationId: row.id, from: row.status, to: 'graded' })),
      tx.actor,
      tx.now,
    );
  for (const { row, change } of graded) {
    const { id: registrationId, studentId, examId, vendorId } = row;
    tx.emit(ExamGraded, { registrationId, studentId, examId, vendorId: vendorId ?? undefined });
    tx.audit({
      op: 'update',
      table: 'registration',
      id: registrationId,
      studentId,
      change: { status: [row.status, 'graded'], gradeComment: [null, change.gradeComment] },
    });
  }
  return held.length;
}
