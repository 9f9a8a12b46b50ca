import type { Call } from '@portal/kit/commands/command';
import { command, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { bumpVersion } from '../list-version.ts';
import { examErrors } from './check-exam.ts';
import type { Exam, ExamFields } from './exam.ts';
import { readExams } from './list-exams.ts';
import { writeExam } from './write-exam.ts';

export interface SaveExam {
  /** 0 adds an exam; a service may add one under a fixed id, for demo data. */
  id: number;
  exam: ExamFields;
}

/** Adds or changes an exam. Refuses with invalid or exam_not_found. */
export async function saveExam(call: Call, input: SaveExam): Promise<Exam> {
  const [first, ...others] = examErrors(input.exam, input.id);
  if (first) throw invalid(first, ...others);
  try {
    return await save(call, input);
  } catch (error) {
    if (isDuplicate(error, 'exam_code'))
      throw invalid({
        path: 'secularNumber',
        message: 'Another exam of this vendor has this code.',
      });
    if (isDuplicate(error, 'exam_course_version'))
      throw invalid({
        path: 'alternateCourseVersion',
        message: 'That exam has a course version already.',
      });
    throw error;
  }
}

const save = command('saveExam', async (tx: Tx, { id, exam }: SaveExam): Promise<Exam> => {
  const version = await bumpVersion(tx, 'exams');
  const [before] = id === 0 ? [] : await readExams(tx, [id]);
  if (id !== 0 && !before && tx.actor.kind !== 'service') throw domainError('exam_not_found');
  return writeExam(tx, { id, version, before, exam });
});
