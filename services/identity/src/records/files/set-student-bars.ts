import { command, type Tx } from '@portal/kit/commands/command';
import { StudentChanged } from '@portal/proto/identity/v1/events';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';
import { stateOf } from '../students/bar-rules.ts';
import { touchStudent } from '../students/touch-student.ts';
import { listBars } from './bar-store.ts';
import { liftBar, putBar } from './set-bar.ts';

export interface SetStudentBars {
  studentId: number;
  deniedRegistration: boolean;
  buyingStopped: boolean;
}

const REASON = 'Denied registration';

/**
 * Bars a student from buying and booking without end, or stops buying by the student alone, or
 * takes that back. Refuses with student_not_found.
 */
export const setStudentBars = command(
  'setStudentBars',
  async (tx: Tx, { studentId, deniedRegistration, buyingStopped }: SetStudentBars) => {
    const before = await tx.maybe<Pick<tables.Student, 'buyingStopped'>>`
      SELECT buying_stopped FROM student WHERE id = ${studentId} FOR UPDATE`;
    if (!before) throw domainError('student_not_found', 'No student found');
    await deny(tx, studentId, deniedRegistration);
    if (before.buyingStopped === buyingStopped) return;

    await tx.run`UPDATE student SET buying_stopped = ${buyingStopped} WHERE id = ${studentId}`;
    const version = await touchStudent(tx, studentId, tx.actor.name, tx.now);
    tx.emit(StudentChanged, { studentId, version });
    tx.audit({
      op: 'update',
      table: 'student',
      id: studentId,
      studentId,
      change: { buyingStopped: [before.buyingStopped, buyingStopped] },
    });
  },
);

async function deny(tx: Tx, studentId: number, isDenied: boolean): Promise<void> {
  const bars = (await listBars(tx, studentId)).filter(
    (bar) =>
      stateOf(bar, tx.now) === 'in_force' &&
      bar.levels.includes('buying') &&
      bar.levels.includes('booking'),
  );
  if (isDenied && bars.length === 0)
    await putBar(tx, studentId, { levels: ['buying', 'booking'], until: null, reason: REASON });
  if (!isDenied)
    for (const { id } of bars) await liftBar(tx, studentId, { barId: id, reason: REASON });
}
