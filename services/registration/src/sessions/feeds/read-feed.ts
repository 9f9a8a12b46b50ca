import { createHash } from 'node:crypto';
import { can } from '@portal/access/can';
import { serviceActor } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { staff } from '../../clients.ts';
import { calendarText } from '../../emails/calendar.ts';
import { domainError } from '../../errors.ts';
import { eventsOfBranch, eventsOfStudent } from './feed-events.ts';
import { hashOf, SECRET_FORM } from './feed-secret.ts';
import { type Feed, findFeedBySecret, noteRead } from './store.ts';

const REFRESH_SECONDS = 3600;

/** Whether a staff account may still have feeds; reads its roles from identity each time. */
async function mayKeep(userId: number): Promise<boolean> {
  const by = { actor: serviceActor('registration') };
  const { roles } = await staff.getStaffRoles({ userId }, by);
  return can({ kind: 'staff', roles }, 'calendar_feed.keep');
}

const eventsOf = ({ db, now }: Call, { studentId, locationId }: Feed) =>
  studentId === null
    ? eventsOfBranch(db, locationId ?? 0, now)
    : eventsOfStudent(db, studentId, now);

/**
 * Returns the calendar at an address (C-O53, R-576) and its entity tag. Records when it was read.
 * Throws feed_not_found for every secret that is not in force: of no feed, or of an account that
 * may not see it any more.
 */
export async function readFeed(
  call: Call,
  secret: string,
): Promise<{ calendar: string; tag: string }> {
  const feed = SECRET_FORM.test(secret)
    ? await findFeedBySecret(call.db, hashOf(secret))
    : undefined;
  if (feed === undefined || (feed.userId !== null && !(await mayKeep(feed.userId))))
    throw domainError('feed_not_found');
  const events = await eventsOf(call, feed);
  await noteRead(call.db, feed.id, call.now);
  const calendar = calendarText(events, {
    now: call.now,
    name: feed.studentId === null ? 'JSE sessions' : 'My exams',
    refreshSeconds: REFRESH_SECONDS,
  });
  const tag = createHash('sha256').update(JSON.stringify(events)).digest('base64url');
  return { calendar, tag };
}
