import { can } from '@portal/access/can';
import type { Sql } from '@portal/kit/database/database';
import { type FindKind, type FoundThing, RANK } from '@portal/kit/finder/find-things';
import { type FinderQuery, fitsWords, idTyped } from '@portal/kit/finder/finder-query';
import type * as tables from '../../prisma/tables.ts';

interface Named
  extends Pick<
    tables.Exam,
    'id' | 'subject' | 'secularNumber' | 'alt1' | 'alt2' | 'alt3' | 'active'
  > {
  vendorName: string;
}

/**
 * Finds exams by id, or by a prefix of the subject, code, vendor or an alternative name; finds a
 * retired exam by its id alone, or when the caller opened it lately. R-572.
 */
export const findExams: FindKind = async ({ db, actor }, query, recent) => {
  if (!can(actor, 'office_catalog.list')) return [];
  const exams = await listNames(db);
  return exams.flatMap((exam) => {
    const rank = rankOf(exam, query, recent);
    return rank === null ? [] : foundExam(exam, rank);
  });
};

function rankOf(exam: Named, query: FinderQuery, recent: readonly number[]): number | null {
  const { id, subject, secularNumber, alt1, alt2, alt3, vendorName, active } = exam;
  if (query.text === '') return recent.includes(id) ? RANK.thing : null;
  if (id === idTyped(query, 'exam')) return RANK.exactId;
  if (!active && !recent.includes(id)) return null;
  const names = [subject, secularNumber, alt1, alt2, alt3, vendorName];
  return fitsWords(query.words, names) ? RANK.thing : null;
}

const foundExam = (
  { id, subject, secularNumber, vendorName, active }: Named,
  rank: number,
): FoundThing => ({
  id,
  rank,
  title: subject,
  sub: [vendorName, secularNumber, ...(active ? [] : ['retired'])].filter(Boolean).join(' · '),
  retired: !active,
});

/** Exams: some hundreds, read whole. */
const listNames = (sql: Sql): Promise<Named[]> =>
  sql.many<Named>`
    SELECT e.id, e.subject, e.secular_number, e.alt1, e.alt2, e.alt3, e.active,
      v.name AS vendor_name
    FROM exam e JOIN vendor v ON v.id = e.vendor_id`;
