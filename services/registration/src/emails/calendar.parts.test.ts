import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, asStudent } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import { deliver, lastSent } from '@portal/kit/testing/events/message-pacts';
import { SessionBooked } from '@portal/proto/registration/v1/events';
import ICAL from 'ical.js';
import { scheduleSession } from '../booking/session-booking/schedule-session.ts';
import { getAdmissionSlip } from '../sessions/admission-slips/get-admission-slip.ts';
import { changeFeed } from '../sessions/feeds/change-feed.ts';
import { readFeed } from '../sessions/feeds/read-feed.ts';
import { aRegistration, aSession, aWorld, type World } from '../testing.ts';
import { onSessionBooked } from './events/on-session-booked.ts';

let world: World;
beforeAll(async () => {
  setForFile({ PUBLIC_URL: 'https://portal.test' });
  world = await aWorld();
});
afterAll(() => world.close());

/** The events of a file without the time of its making, as another program reads them. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) =>
    Object.fromEntries(
      event
        .getAllProperties()
        .filter(({ name }) => name !== 'dtstamp')
        .map((property) => [property.name, property.toICALString()]),
    ),
  );
async function mailedCalendar(): Promise<string> {
  await deliver(world.db, onSessionBooked, await lastSent(world.db, SessionBooked));
  const { attachments } = await world.db.one<{ attachments: { content: string }[] }>`
    SELECT attachments FROM mail ORDER BY created_at DESC LIMIT 1`;
  return attachments[0]?.content ?? '';
}

test('the mail, the feed and the page have the same event, also after a move', async () => {
  const { id: registrationId, studentId } = await aRegistration(world);
  const student = asStudent(world.db, studentId);
  const feed = await changeFeed(student, { locationId: null, action: 'make' });
  const secret = /([A-Za-z0-9_-]{43})\.ics$/.exec(feed ?? '')?.[1] ?? '';
  const sequences: string[] = [];
  for (const startsAt of ['2037-07-07T14:00:00Z', '2037-12-08T15:30:00Z']) {
    const sessionId = await aSession(world, { startsAt: new Date(startsAt) });
    await scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });
    const mail = eventsIn(await mailedCalendar());
    const { calendar: page } = await getAdmissionSlip(student, registrationId);
    const { calendar: inFeed } = await readFeed(asPublic(world.db, { now: steadyNow() }), secret);
    expect(mail).toMatchObject([
      { uid: `UID:registration-${registrationId}@jse.portal`, organizer: expect.any(String) },
    ]);
    expect(eventsIn(page)).toEqual(mail);
    expect(eventsIn(inFeed)).toEqual(mail);
    sequences.push(mail[0]?.['sequence'] ?? '');
  }
  expect(sequences).toEqual(['SEQUENCE:1', 'SEQUENCE:2']);
});
