import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { Prepared, tagOf } from '../http/prepared.ts';
import { askOwnRows, type OwnRows, ownRows, registerOf } from './own-rows.ts';

/** Lists of one shape that are kept ready, together. */
const mostBytes = 16 * 1024 * 1024;

/** A list of a student's rows: which of the own rows it holds, and the fields around them. */
interface Shape {
  onlyActive: boolean;
  around: (rows: Buffer, request: OwnRows) => Buffer;
}

const everyExam: Shape = {
  onlyActive: false,
  around: (rows, { registrations }) =>
    Buffer.concat([
      Buffer.from('{"exams":['),
      rows,
      Buffer.from(`],"memberHasntRegistered2years":${registrations.memberWithoutExam2Years}}`),
    ]),
};
const activeExams: Shape = {
  onlyActive: true,
  around: (rows) => Buffer.concat([Buffer.from('['), rows, Buffer.from(']')]),
};

/** The lists of every exam, and of the active ones, with the rows of a student. */
export const createExamLists = () => ({
  every: createList(everyExam),
  active: createList(activeExams),
});

/**
 * Creates a list of a student's rows. The fields that are the same for every student become JSON
 * when the catalogue is loaded; a call makes only the student's own rows. An answer is identified
 * by its inputs, so a list that was sent a moment ago is not made (or compressed) again.
 */
function createList({ onlyActive, around }: Shape) {
  const kept = new Map<string, Prepared>();
  let bytes = 0;

  return async (by: CallOptions, context: AppContext): Promise<Prepared> => {
    const [catalogue, request] = await Promise.all([
      context.catalogue.exams.get(),
      askOwnRows(by, context),
    ]);
    const tag = tagOf(catalogue.tag, JSON.stringify(request));
    const cached = kept.get(tag);
    if (cached) return cached;

    const own = ownRows(request);
    if (onlyActive)
      for (const id of own.keys()) if (!catalogue.byId.get(id)?.active) own.delete(id);
    const list = new Prepared(
      around(catalogue.rows(own, registerOf(request.registrations)), request),
      tag,
    );
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
