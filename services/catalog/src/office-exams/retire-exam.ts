import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { writeExam } from '../exams/write-exam.ts';
import { bumpVersion } from '../list-version.ts';
import { officeExam } from './list-office-exams.ts';
import type { OfficeExam } from './office-exam.ts';
import { examAsSeen, withCodeRefusals } from './save-office-exam.ts';

export interface RetireExam {
  id: number;
  version: number;
  /** Brings it back. */
  active: boolean;
}

const retire = command(
  'retireExam',
  async (tx: Tx, { id, version: seen, active }: RetireExam): Promise<null> => {
    const version = await bumpVersion(tx, 'exams');
    const before = await examAsSeen(tx, id, seen);
    if (before.active !== active)
      await writeExam(tx, { id, version, before, exam: { ...before, active } });
    return null;
  },
);

/**
 * Retires an exam, or offers it again; its registrations go on. Refuses with exam_not_found or
 * changed, and when offering again with code_taken or invalid. C-O29, R-557.
 */
export async function retireExam(call: Call, input: RetireExam): Promise<OfficeExam> {
  await withCodeRefusals(() => retire(call, input));
  const exam = await officeExam(call, input.id);
  if (exam === undefined) throw domainError('exam_not_found');
  return exam;
}
