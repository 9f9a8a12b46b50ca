import { dayInNewYork, dayPlus, timeInNewYork } from '@portal/kit/clock';
import { client } from '@portal/kit/grpc/client';
import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { SessionRunsServiceDefinition } from '@portal/proto/registration/v1/session_runs';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import type { Person } from './person.ts';

const waitingList = client(WaitingListServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const calendar = client(CalendarServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const runs = client(SessionRunsServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const sessions = client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'bff');

/** Sessions stay so small that students have to wait. */
const MAX_SEATS = 4;
const REASON = 'The student called.';

/** Moves or removes an entry, offers a place out of turn, or adds an entry. */
export async function changeLine(staff: Person): Promise<void> {
  const { random } = staff;
  const open = staff.world
    .database('registration')
    .read<{ id: number }>(
      "SELECT id FROM waiting_entry WHERE state IN ('waiting', 'offered') ORDER BY id",
    );
  if (open.length === 0) return;
  const { id: waitingId } = random.pick(open);
  const change = { waitingId, reason: REASON };
  const way = random.below(10);
  if (way < 4) {
    const position = 1 + random.below(4);
    await staff.click('office move', (by) =>
      waitingList.changeWaiting({ ...change, action: 'move', position }, by),
    );
  } else if (way < 5)
    await staff.click('office remove', (by) =>
      waitingList.changeWaiting({ ...change, action: 'remove' }, by),
    );
  else if (way < 8)
    await staff.click('office offer', (by) =>
      waitingList.changeWaiting({ ...change, action: 'offerNow' }, by),
    );
  else await joinForStudent(staff);
}

interface Option {
  id: number;
  student_id: number;
  session_id: number;
  /** The proctor fee of the session to book is paid. */
  paid: boolean;
}

/** Returns registrations of these students with the sessions in which they could be booked. */
const bookingOptions = (staff: Person, full: boolean, students: readonly number[]): Option[] =>
  staff.world.database('registration').read<Option>(
    `SELECT r.id, r.student_id, s.id AS session_id,
        EXISTS (SELECT FROM proctor_payment p
          WHERE p.registration_id = r.id AND p.state = 'held') AS paid
      FROM registration r, session s
      WHERE r.status IN ('registered', 'scheduled') AND s.session_type = '21'
        AND s.called_off_at IS NULL AND r.session_id IS DISTINCT FROM s.id
        AND (NOT $1::boolean OR s.seats_left = 0 OR s.special_left = 0)
        AND r.student_id = ANY ($2::bigint[])
      ORDER BY r.id, s.id`,
    [full, students],
  );

/** A student calls the office instead of clicking. */
async function joinForStudent(staff: Person): Promise<void> {
  const found = bookingOptions(staff, true, staff.world.studentIds);
  if (found.length > 0) await joinFor(staff, staff.random.pick(found));
}

const joinFor = (
  staff: Person,
  { id, student_id, session_id: sessionId }: Option,
): Promise<string> =>
  staff.click(
    'office join',
    (by) => waitingList.joinWaitingList({ registrationId: id, sessionId }, by),
    student_id,
  );

/**
 * Books a man, for whom only the office books, or adds him to the waiting list if the session is
 * full. R-153
 */
export async function bookForMan(staff: Person): Promise<void> {
  const { random, world } = staff;
  const men = [...world.students.values()].filter(({ gender }) => gender === '1');
  const found = bookingOptions(
    staff,
    false,
    men.map(({ id }) => id),
  );
  if (found.length === 0) return;
  const paid = found.filter((option) => option.paid);
  const option = random.pick(paid.length > 0 ? paid : found);
  const { id: registrationId, student_id, session_id: sessionId } = option;
  const code = await staff.click(
    'office book',
    (by) => sessions.scheduleSession({ registrationId, sessionId }, by),
    student_id,
  );
  if (code === 'session_full' || code === 'no_room_for_accommodation') await joinFor(staff, option);
}

interface SeenSession {
  id: number;
  version: number;
  seats: number;
  starts_at: Date;
  closed_by_staff: boolean;
}

/** Changes seats, rooms or gender of a session, closes and opens it, or moves it. */
export async function changeSession(staff: Person): Promise<void> {
  const { random, world } = staff;
  const seen = world.database('registration').read<SeenSession>(
    `SELECT id, version, seats, starts_at, closed_by_staff FROM session
      WHERE session_type = '21' AND called_off_at IS NULL ORDER BY id`,
  );
  if (seen.length === 0) return;
  // a closed session is soon opened again
  const session = seen.find(({ closed_by_staff }) => closed_by_staff) ?? random.pick(seen);
  const { id: sessionId, version, seats } = session;
  const way = random.below(14);
  const change = (name: string, what: Parameters<typeof calendar.changeSession>[0]) =>
    staff.click(`office ${name}`, (by) =>
      calendar.changeSession({ ...what, sessionId, version, confirmDay: true }, by),
    );
  if (way < 2 || session.closed_by_staff) {
    const action = session.closed_by_staff ? 'open' : 'close';
    await staff.click(`office ${action}`, (by) =>
      calendar.setSessionStates({ sessions: [{ sessionId, version }], action }, by),
    );
  } else if (way < 6) {
    const wanted = Math.min(MAX_SEATS, Math.max(1, random.chance(0.5) ? seats + 1 : seats - 1));
    await change('seats', { seats: wanted });
  } else if (way < 9) {
    const rooms = (world.roomsOf.get(sessionId) ?? []).filter(() => random.chance(0.6));
    await change('rooms', {
      rooms: { rooms: rooms.map(({ id, capacity }) => ({ roomId: id, places: capacity })) },
    });
  } else if (way < 10) await change('gender', { gender: random.pick(['1', '2', '3']) });
  else if (way < 12) await changeGender(staff, session);
  else await moveSession(staff, session);
}

/**
 * Changes the gender of a session: closes it, cancels the bookings of others, and opens it again.
 *
 */
async function changeGender(staff: Person, { id: sessionId }: SeenSession): Promise<void> {
  const database = staff.world.database('registration');
  const version = () =>
    database.read<SeenSession>('SELECT version FROM session WHERE id = $1', [sessionId])[0]
      ?.version ?? 0;
  const set = (action: 'close' | 'open') =>
    staff.click(`office ${action}`, (by) =>
      calendar.setSessionStates({ sessions: [{ sessionId, version: version() }], action }, by),
    );
  const gender = staff.random.pick(['1', '2']);
  await set('close');
  const others = database.read<{ id: number; student_id: number }>(
    `SELECT r.id, r.student_id FROM registration r JOIN student_copy c ON c.id = r.student_id
      WHERE r.session_id = $1 AND r.status = 'scheduled' AND c.gender <> $2 ORDER BY r.id`,
    [sessionId, gender],
  );
  for (const { id: registrationId, student_id } of others)
    await staff.click(
      'office leave',
      (by) => sessions.cancelSession({ registrationId, reason: 2 }, by),
      student_id,
    );
  const change = { sessionId, version: version(), gender, confirmDay: true };
  await staff.click('office gender', (by) => calendar.changeSession(change, by));
  await set('open');
}

/** Moves a session to one of the next days, as previewed a moment ago. */
async function moveSession(staff: Person, session: SeenSession): Promise<void> {
  const { id: sessionId, version, starts_at: startsAt } = session;
  const date = dayPlus(dayInNewYork(startsAt), { days: staff.random.chance(0.5) ? 1 : 2 });
  const move = { sessionId, version, date, time: timeInNewYork(startsAt), confirmDay: true };
  let hash: string | undefined;
  const preview = await staff.click('preview move', async (by) => {
    hash = (await runs.previewMove({ move }, by)).previewHash;
  });
  if (preview !== 'done' || hash === undefined) return;
  const previewHash = hash;
  await staff.click('move session', (by) => runs.moveSession({ move, previewHash }, by));
}
