import { dayInNewYork, dayPlus, timeInNewYork } from '@portal/kit/clock';
import { client } from '@portal/kit/grpc/client';
import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { SessionRunsServiceDefinition } from '@portal/proto/registration/v1/session_runs';
import { WaitingListServiceDefinition } from '@portal/proto/registration/v1/waiting_list';
import type { Person } from './person.ts';

const waitingList = client(WaitingListServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const calendar = client(CalendarServiceDefinition, 'REGISTRATION_ADDR', 'bff');
const runs = client(SessionRunsServiceDefinition, 'REGISTRATION_ADDR', 'bff');

/** No session becomes so large that nobody has to wait for it. */
const MOST_SEATS = 4;
const REASON = 'The student called.';

/** Moves somebody in line, takes somebody off it, offers a place out of turn, adds somebody. */
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

/** Somebody calls the office instead of clicking. */
async function joinForStudent(staff: Person): Promise<void> {
  const found = staff.world
    .database('registration')
    .read<{ id: number; student_id: number; session_id: number }>(
      `SELECT r.id, r.student_id, s.id AS session_id FROM registration r, session s
        WHERE r.status IN ('registered', 'scheduled') AND s.seats_left = 0 ORDER BY r.id, s.id`,
    );
  if (found.length === 0) return;
  const { id: registrationId, student_id, session_id: sessionId } = staff.random.pick(found);
  await staff.click(
    'office join',
    (by) => waitingList.joinWaitingList({ registrationId, sessionId }, by),
    student_id,
  );
}

interface SeenSession {
  id: number;
  version: number;
  seats: number;
  starts_at: Date;
  closed_by_staff: boolean;
}

/** Gives a session more or fewer seats, closes and opens it, or moves it. */
export async function changeSession(staff: Person): Promise<void> {
  const { random, world } = staff;
  const seen = world.database('registration').read<SeenSession>(
    `SELECT id, version, seats, starts_at, closed_by_staff FROM session
      WHERE session_type = '21' AND called_off_at IS NULL ORDER BY id`,
  );
  if (seen.length === 0) return;
  // what is closed is not left so for long
  const session = seen.find(({ closed_by_staff }) => closed_by_staff) ?? random.pick(seen);
  const { id: sessionId, version, seats } = session;
  const way = random.below(10);
  if (session.closed_by_staff || way < 2) {
    const action = session.closed_by_staff ? 'open' : 'close';
    await staff.click(`office ${action}`, (by) =>
      calendar.setSessionStates({ sessions: [{ sessionId, version }], action }, by),
    );
  } else if (way < 8) {
    const wanted = Math.min(MOST_SEATS, Math.max(1, random.chance(0.5) ? seats + 1 : seats - 1));
    await staff.click('office seats', (by) =>
      calendar.changeSession({ sessionId, version, seats: wanted, confirmDay: true }, by),
    );
  } else await moveSession(staff, session);
}

/** To the next day, as it was previewed a moment ago. */
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
