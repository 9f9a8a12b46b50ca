import type { Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { ExamChanged } from '@portal/proto/catalog/v1/events';
import { changes } from '../changes.ts';
import { notePrice } from '../prices/note-price.ts';
import type { Exam, ExamFields } from './exam.ts';
import { readExams } from './list-exams.ts';
import {
  isVendorActive,
  keepMaterials,
  keepRequirements,
  leadsBackTo,
  unknownExams,
  upsertExam,
} from './store.ts';

interface WrittenExam {
  /** 0: the next free one. */
  id: number;
  /** The list's, as this change raised it. */
  version: number;
  before: Exam | undefined;
  exam: ExamFields;
}

/**
 * Writes an exam with its required exams and study materials, its event and its audit row. Refuses
 * with invalid when it names a missing id or requires itself.
 */
export async function writeExam(tx: Tx, { id, version, before, exam }: WrittenExam): Promise<Exam> {
  const others = [
    ...exam.requiredExamIds,
    ...(exam.alternateCourseVersion === null ? [] : [exam.alternateCourseVersion]),
  ];
  if (before?.vendorId !== exam.vendorId && !(await isVendorActive(tx, exam.vendorId)))
    throw invalid({ path: 'vendorId', message: 'Vendor invalid' });
  if ((await unknownExams(tx, others)).length > 0)
    throw invalid({ path: 'requiredExamIds', message: 'An exam that is named does not exist.' });
  // changes of the list follow each other, so that no two make a circle together
  if (id !== 0 && (await leadsBackTo(tx, id, exam.requiredExamIds)))
    throw invalid({ path: 'requiredExamIds', message: 'An exam cannot require itself.' });

  const saved = await upsertExam(tx, exam, { id, version, by: tx.actor.name, now: tx.now });
  await keepRequirements(tx, saved, exam.requiredExamIds);
  await keepMaterials(tx, saved, exam.studyMaterials);
  const amountCents = exam.additionalChargeCents;
  if ((before?.additionalChargeCents ?? 0) !== amountCents)
    await notePrice(tx, { kind: 'additional_charge', refId: saved, amountCents });
  const [after] = await readExams(tx, [saved]);
  if (!after) throw new Error(`exam ${saved} was not saved`);
  tx.emit(ExamChanged, { examId: saved, version });
  tx.audit({
    op: before ? 'update' : 'insert',
    table: 'exam',
    id: saved,
    change: before ? changes(before, after) : {},
  });
  return after;
}
