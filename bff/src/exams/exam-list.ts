import type { By } from '@portal/kit/client';
import { Prepared, tagOf } from '../door/prepared.ts';
import type { Parts } from '../parts.ts';
import { askOwnRows, ownRows } from './own-rows.ts';

/** Lists kept ready, together. */
const mostBytes = 16 * 1024 * 1024;

/**
 * The exam list of a student. What is the same for everybody was made into JSON when the catalogue came; only the student's own rows are
 * made here. The answer is told apart by what it is made of, so a list that was asked for a moment ago is not made (or compressed) again.
 */
export function createExamLists() {
  const kept = new Map<string, Prepared>();
  let bytes = 0;

  return async (by: By, parts: Parts): Promise<Prepared> => {
    const [catalogue, asked] = await Promise.all([parts.catalogue.exams.get(), askOwnRows(by, parts)]);
    const tag = tagOf(catalogue.tag, JSON.stringify(asked));
    const known = kept.get(tag);
    if (known) return known;

    const end = `],"memberHasntRegistered2years":${asked.registrations.memberWithoutExam2Years}}`;
    const list = new Prepared(Buffer.concat([Buffer.from('{"exams":['), catalogue.rows(ownRows(asked)), Buffer.from(end)]), tag);
    kept.set(tag, list);
    bytes += list.body.length;
    for (const [oldest, { body }] of kept) {
      if (bytes <= mostBytes) break;
      kept.delete(oldest);
      bytes -= body.length;
    }
    return list;
  };
}
