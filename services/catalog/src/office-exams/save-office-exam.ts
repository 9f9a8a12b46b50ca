import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { isDuplicate } from '@portal/kit/database/database';
import { invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import { examErrors } from '../exams/check-exam.ts';
import type { Exam, ExamFields } from '../exams/exam.ts';
import { readExams } from '../exams/list-exams.ts';
import { writeExam } from '../exams/write-exam.ts';
import { bumpVersion } from '../list-version.ts';
import { versionConflict } from '../version-conflict.ts';
import { lastChanges, officeExam, openRegistrations } from './list-office-exams.ts';
import { changesWhatWasBought, type OfficeExam, type OfficeExamFields } from './office-exam.ts';

export interface SaveOfficeExam {
  /** 0 adds an exam. */
  id: number;
  /** The one that was seen; not read for a new one. */
  version: number;
  exam: OfficeExamFields;
}

/** The fields that the form does not set: defaults of a new exam, or those of the existing one. */
const kept = (before: Exam | undefined) =>
  ({
    active: before?.active ?? true,
    additionalChargeCents: before?.additionalChargeCents ?? 0,
    courseChangeReserved: before?.courseChangeReserved ?? false,
    courseCollegeId: before?.courseCollegeId ?? null,
    studyMaterials: before?.studyMaterials ?? [],
  }) satisfies Partial<ExamFields>;

/**
 * Adds an exam, or changes it if the caller edited its current version. Fields on which open
 * registrations depend cannot change while there are any. Refuses with invalid, exam_not_found,
 * changed, code_taken or credits_in_use. C-O23, R-560, R-561.
 */
export async function saveOfficeExam(call: Call, input: SaveOfficeExam): Promise<OfficeExam> {
  const [first, ...others] = examErrors({ ...input.exam, ...kept(undefined) }, input.id);
  if (first) throw invalid(first, ...others);
  const id = await withCodeRefusals(() =>
    commandWithPrefetch(
      call,
      { name: 'saveOfficeExam', input, ask: () => usersOf(call, input) },
      (tx) => save(tx, input),
    ),
  );
  const saved = await officeExam(call, id);
  if (saved === undefined) throw domainError('exam_not_found');
  return saved;
}

/**
 * Checks whether open registrations forbid a change. Runs before the transaction; the transaction
 * compares the version, so the answer still applies to the exam that it changes.
 */
async function usersOf({ db }: Call, { id, exam }: SaveOfficeExam): Promise<null> {
  const [before] = id === 0 ? [] : await readExams(db, [id]);
  if (before === undefined || !changesWhatWasBought(before, exam)) return null;
  const open = (await openRegistrations([id])).get(id) ?? 0;
  if (open > 0)
    throw domainError('credits_in_use', `${open} students are registered for this exam.`);
  return null;
}

async function save(tx: Tx, { id, version: seen, exam }: SaveOfficeExam): Promise<number> {
  const version = await bumpVersion(tx, 'exams');
  const before = id === 0 ? undefined : await examAsSeen(tx, id, seen);
  const { id: saved } = await writeExam(tx, {
    id,
    version,
    before,
    exam: { ...exam, ...kept(before) },
  });
  return saved;
}

/**
 * Returns the exam if the caller saw its current version. Refuses with exam_not_found or changed.
 */
export async function examAsSeen(tx: Tx, id: number, seen: number): Promise<Exam> {
  const [before] = await readExams(tx, [id]);
  if (before === undefined) throw domainError('exam_not_found');
  if (before.version === seen) return before;
  const [change] = await lastChanges(tx, [id]);
  throw versionConflict(change?.lastChangeBy ?? null);
}

/** Says in the office's words that a code or a course version is taken. */
export async function withCodeRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isDuplicate(error, 'exam_code')) throw domainError('code_taken');
    if (isDuplicate(error, 'exam_course_version'))
      throw invalid({
        path: 'alternateCourseVersion',
        message: 'That exam has a course version already.',
      });
    throw error;
  }
}
