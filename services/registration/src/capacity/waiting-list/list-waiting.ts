import { studentInView } from '@portal/kit/auth/actor';
import { plusSeconds } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import {
  findEntries,
  findOfStudent,
  idsOfLine,
  idsOpenOfStudent,
  type WaitingFilter,
} from './find-entries.ts';
import { readViews, type WaitingView } from './waiting-view.ts';

/** Returns the entries of a session's line, in its order, those with an offer first. */
export const lineOf = async (sql: Sql, sessionId: number): Promise<WaitingView[]> =>
  readViews(sql, await idsOfLine(sql, sessionId));

/** Days for which the student still sees ended entries. */
const SHOWN_DAYS = 30;

/** The entries of the student in view that are open or ended a short while ago (C-O17). */
export async function getWaitingList(call: Call): Promise<WaitingView[]> {
  const since = plusSeconds(call.now, -SHOWN_DAYS * 86_400);
  return readViews(call.db, await findOfStudent(call.db, studentInView(call.actor), since));
}

/** Returns the entries in which a student waits or has an offer. */
export async function openOfStudent(sql: Sql, studentId: number): Promise<WaitingView[]> {
  const ids = await idsOpenOfStudent(sql, studentId);
  return ids.length === 0 ? [] : readViews(sql, ids);
}

export interface ListedWaiting {
  items: WaitingView[];
  total: number;
}

/** Entries that fit, by the start of their session, then by the line (C-O16). */
export async function listWaiting({ db }: Call, filter: WaitingFilter): Promise<ListedWaiting> {
  const found = await findEntries(db, filter);
  return {
    items: await readViews(
      db,
      found.map(({ id }) => id),
    ),
    total: found[0]?.total ?? 0,
  };
}
