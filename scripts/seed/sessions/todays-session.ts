import { OfficeLocationsServiceDefinition } from '@portal/proto/catalog/v1/office_locations';
import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { SessionDayServiceDefinition } from '@portal/proto/registration/v1/session_day';
import { asAdmin, seeding } from '../as.ts';
import { rpc, seedClient, tool } from '../clients.ts';
import { instantInNewYork, newYorkDay, plusSeconds } from '../new-york.ts';

const BROOKLYN = 13;
const EXAM = 406;
const STUDENTS = [2107, 2120, 2122, 2123, 2124, 2125];
const ARRIVED = 2120;
/** Has half as much time again, and a room alone. */
const GRANTED = 2122;
const BARRED = 2124;
const MINUTE = 60;
const STEP_MS = 5 * MINUTE * 1000;

const calendar = seedClient(CalendarServiceDefinition, 'REGISTRATION_ADDR');
const sessionDay = seedClient(SessionDayServiceDefinition, 'REGISTRATION_ADDR');
const locations = seedClient(OfficeLocationsServiceDefinition, 'CATALOG_ADDR');

/**
 * In three quarters of an hour, at a full five minutes, so that students can be checked in as soon
 * as the portal is there; still today wherever that leaves a moment to book.
 */
export function soon(now: Date): Date {
  const inAWhile = plusSeconds(now, 45 * MINUTE);
  const start = new Date(Math.ceil(inAWhile.getTime() / STEP_MS) * STEP_MS);
  const latest = instantInNewYork(newYorkDay(now), '23:55');
  const isToday = newYorkDay(start) === newYorkDay(now);
  return isToday || latest < plusSeconds(now, 10 * MINUTE) ? start : latest;
}

/** A session at Brooklyn in its rooms, into which the office alone books; gives its id. */
async function aSessionInRooms(now: Date): Promise<number> {
  const { sessionIds } = await tool.sessions.createSessions(
    {
      sessions: [
        {
          sessionType: '21',
          locationId: BROOKLYN,
          startsAt: soon(now),
          gender: '3',
          seats: 24,
          limitTo1Test: false,
          closedByStaff: true,
        },
      ],
    },
    seeding('today session'),
  );
  const [sessionId] = sessionIds;
  if (sessionId === undefined) throw new Error('there is no session today');
  const { session } = await calendar.getOfficeSession({ sessionId }, asAdmin('today look'));
  if (session?.rooms.length === 0) {
    const selection = { retired: false, ids: [BROOKLYN] };
    const { locations: found } = await locations.listOfficeLocations(
      selection,
      asAdmin('rooms look'),
    );
    const rooms = (found[0]?.rooms ?? [])
      .filter(({ name }) => name === 'Hall' || name === 'Room 2')
      .map(({ id, capacity }) => ({ roomId: id, places: capacity }));
    await calendar.changeSession(
      { sessionId, version: session.version, confirmDay: true, rooms: { rooms } },
      asAdmin('today rooms'),
    );
  }
  return sessionId;
}

/** Grants extra time and a room alone. */
async function grant(now: Date): Promise<void> {
  const kinds = [{ kind: 'extra_time', percent: 50 }, { kind: 'own_room' }];
  for (const { kind, percent } of kinds) {
    const { accommodations } = await rpc.files.saveAccommodation(
      { kind, percent, validFrom: newYorkDay(plusSeconds(now, -30 * 86_400)), version: 0 },
      asAdmin(`today ${kind}`, GRANTED),
    );
    const one = accommodations?.accommodations.find((saved) => saved.kind === kind);
    if (one?.state === 'entered')
      await rpc.files.decideAccommodation(
        { accommodationId: one.id, version: one.version, decision: 'approve' },
        asAdmin(`today ${kind} approved`),
      );
  }
}

/**
 * Today's session at Brooklyn with six students: one has arrived, one has 50 % more time and a room
 * alone, one is barred from buying, and of one the registration service's own seed says that a fee
 * is due.
 */
export async function seedTodaysSession(
  now: Date,
  creditsOf: (examId: number) => number,
): Promise<void> {
  const sessionId = await aSessionInRooms(now);
  const credits = creditsOf(EXAM);
  for (const studentId of STUDENTS) {
    await tool.credits.grantCredits(
      { studentId, credits, proctorFeeCents: 0 },
      seeding(`today credits ${studentId}`, studentId),
    );
    const { registration } = await rpc.registrations.registerExam(
      { examId: EXAM },
      asAdmin(`today registered ${studentId}`, studentId),
    );
    if (!registration) throw new Error(`student ${studentId} is not registered`);
    await rpc.sessions.scheduleSession(
      { registrationId: registration.id, sessionId },
      asAdmin(`today booked ${studentId}`, studentId),
    );
  }
  // once they are booked: late in the evening the branch closes before the longer time is over
  await grant(now);
  await rpc.files.setBar(
    { levels: ['buying'], reason: 'The last payment was charged back.' },
    asAdmin('today bar', BARRED),
  );
  await sessionDay.setAttendance(
    { sessionId, students: [{ studentId: ARRIVED, attendance: 'arrived' }] },
    asAdmin('today arrived'),
  );
}
