import type { By } from '@portal/kit/client';
import { Prepared, tagOf } from '../door/prepared.ts';
import type { Parts } from '../parts.ts';
import { askOwnRows, ownRows } from './own-rows.ts';

const mostKept = 200;

/**
 * The exam list of a student. What is the same for everybody was made into JSON when the catalogue came; only the student's own rows are
 * made here. The answer is told apart by what it is made of, so a list that was asked for a moment ago is not made (or compressed) again.
 */
export function createExamLists() {
  const kept = new Map<string, Prepared>();

  return async (by: By, parts: Parts): Promise<Prepared> => {
    const [catalogue, asked] = await Promise.all([parts.catalogue.exams.get(), askOwnRows(by, parts)]);
    const tag = tagOf(catalogue.tag, JSON.stringify(asked));
    const known = kept.get(tag);
    if (known) return known;

    const end = `],"memberHasntRegistered2years":${asked.registrations.memberWithoutExam2Years}}`;
    const list = new Prepared(Buffer.concat([Buffer.from('{"exams":['), catalogue.rows(ownRows(asked)), Buffer.from(end)]), tag);
    kept.set(tag, list);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return list;
  };
}
