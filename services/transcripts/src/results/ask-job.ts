import { serviceActor } from '@portal/kit/auth/actor';
import { dayInNewYork, plusSeconds } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { PartnerError } from '@portal/kit/partners/partner-client';
import { steadyNow } from '@portal/kit/steady-clock';
import { grades, vendors } from '../clients.ts';
import { findAtTal } from '../tal-ids/look-up-tal-id.ts';
import {
  askAgainAt,
  closeAsk,
  closeDay,
  type DueAsk,
  leaveDay,
  noteToAsk,
  takeDay,
  takeDueAsks,
} from './ask-store.ts';
import { askVendor, vendorOf } from './ask-vendor.ts';

const PAGE = 500;
/** Concurrent requests; a slow vendor blocks at most these and no student's page. */
const SIDE_BY_SIDE = 5;
const MAX_ATTEMPTS = 8;

const by = (requestId: string) => ({ actor: serviceActor('transcripts'), requestId });

/**
 * Notes once each day of New York the students to query the vendors about. Resumes after an
 * interruption.
 */
export async function noteDay(db: Database, now: Date): Promise<void> {
  const day = dayInNewYork(now);
  const taken = await takeDay(db, day, now);
  if (!taken) return;
  try {
    for (let { afterRegistrationId: afterId } = taken; ; ) {
      const { exams } = await grades.listUngraded({ afterId, limit: PAGE }, by(requestIdOrNew()));
      const last = exams.at(-1);
      if (last === undefined) break;
      afterId = last.registrationId;
      const asks = exams.map(({ studentId, vendorId }) => ({
        studentId,
        vendor: vendorOf(vendorId),
      }));
      await noteToAsk(db, day, asks, afterId, now);
    }
    await closeDay(db, day, now);
  } catch (error) {
    await leaveDay(db, day, now).catch(() => {});
    throw error;
  }
}

/**
 * Looks a student up at TAL and stores the id; returns undefined when TAL knows none,
 * several or one with other data, which the transcripts page states.
 */
async function talIdFor(studentId: number, requestId: string): Promise<string | undefined> {
  try {
    const found = await findAtTal({ requestId }, studentId);
    if (found.outcome !== 'found') return undefined;
    const { studentId: talId } = found.student;
    const key = `tal-id:${studentId}:${talId}`;
    return (await vendors.keepTalId({ studentId, talId }, { ...by(requestId), key })).talId;
  } catch (error) {
    // another student has the id, or the student is no longer on record
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * Queries one vendor about one student. Retries a failing vendor with growing delays; after
 * MAX_ATTEMPTS errors of the vendor, the next query follows on the next day.
 */
async function askOne(db: Database, due: DueAsk, now: Date): Promise<void> {
  const { studentId, vendor, tries } = due;
  const requestId = requestIdOrNew();
  try {
    const [{ students }, { exams }] = await Promise.all([
      vendors.listVendorIds({ studentIds: [studentId] }, by(requestId)),
      grades.listUngraded({ studentId, limit: PAGE }, by(requestId)),
    ]);
    const stored = vendor === 'tal' ? students[0]?.talId : students[0]?.cccId;
    const vendorStudentId =
      stored ?? (vendor === 'tal' ? await talIdFor(studentId, requestId) : undefined);
    const ungraded = exams.filter((exam) => vendorOf(exam.vendorId) === vendor);
    if (vendorStudentId === undefined || ungraded.length === 0)
      return await closeAsk(db, due, null);
    const call: Call = { db, key: null, now, ...by(requestId) };
    await askVendor(call, { studentId, vendor, vendorStudentId, ungraded });
    await closeAsk(db, due, now);
  } catch (error) {
    if (error instanceof PartnerError && tries >= MAX_ATTEMPTS) await closeAsk(db, due, null);
    else await askAgainAt(db, due, plusSeconds(now, Math.min(3600, 30 * 2 ** tries)));
    if (!(error instanceof PartnerError))
      log.warn({ err: error, vendor }, 'query for results failed; will retry');
  }
}

/** Sends due queries, a few side by side, until none is left. */
export async function askDue(db: Database, now: Date): Promise<void> {
  for (;;) {
    const due = await takeDueAsks(db, SIDE_BY_SIDE, now);
    if (due.length === 0) return;
    await Promise.all(due.map((one) => askOne(db, one, now)));
  }
}

export const noteDayJob = (db: Database): Job => ({
  name: 'note whose results to ask for',
  everySeconds: 10,
  run: () => noteDay(db, steadyNow()),
});
export const askDueJob = (db: Database): Job => ({
  name: 'ask vendors for results',
  everySeconds: 5,
  run: () => askDue(db, steadyNow()),
});
