import { command, type Tx } from '@portal/kit/commands/command';
import { StudentChanged } from '@portal/proto/identity/v1/events';
import { touchStudent } from '../../records/students/touch-student.ts';
import { lockByTtiId, setMembership } from './store.ts';

/** Ends the membership at TTI (C-A70); the student's link with that id remains. */
export const leaveStudy = command(
  'leaveStudy',
  async (tx: Tx, { ttiStudentId }: { ttiStudentId: string }): Promise<void> => {
    const student = await lockByTtiId(tx, ttiStudentId);
    if (!student?.isTtiMember) return;
    await setMembership(tx, student.id, ttiStudentId, false);
    const version = await touchStudent(tx, student.id, tx.actor.name, tx.now);
    tx.emit(StudentChanged, { studentId: student.id, version });
    tx.audit({
      op: 'update',
      table: 'student',
      id: student.id,
      studentId: student.id,
      change: { isTtiMember: [true, false] },
    });
  },
);
