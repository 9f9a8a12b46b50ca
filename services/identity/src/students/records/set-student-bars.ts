import { command, type Tx } from '@portal/kit/commands/command';
import { StudentChanged } from '@portal/proto/identity/v1/events';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';
import { touchStudent } from './touch-student.ts';

export interface SetStudentBars {
  studentId: number;
  deniedRegistration: boolean;
  buyingStopped: boolean;
}

/**
 * Bars a student from registering, or stops buying, or takes that back. Refuses with
 * student_not_found.
 */
export const setStudentBars = command(
  'setStudentBars',
  async (tx: Tx, { studentId, deniedRegistration, buyingStopped }: SetStudentBars) => {
    const before = await tx.maybe<Pick<tables.Student, 'deniedRegistration' | 'buyingStopped'>>`
    SELECT denied_registration, buying_stopped FROM student WHERE id = ${studentId} FOR UPDATE`;
    if (!before) throw domainError('student_not_found', 'No student found');
    if (before.deniedRegistration === deniedRegistration && before.buyingStopped === buyingStopped)
      return;

    await tx.run`
      UPDATE student
      SET denied_registration = ${deniedRegistration}, buying_stopped = ${buyingStopped}
      WHERE id = ${studentId}`;
    const version = await touchStudent(tx, studentId, tx.actor.name, tx.now);
    tx.emit(StudentChanged, { studentId, version });
    tx.audit({
      op: 'update',
      table: 'student',
      id: studentId,
      studentId,
      change: {
        deniedRegistration: [before.deniedRegistration, deniedRegistration],
        buyingStopped: [before.buyingStopped, buyingStopped],
      },
    });
  },
);
