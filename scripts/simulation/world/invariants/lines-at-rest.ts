import { dayInNewYork } from '@portal/kit/clock';
import type { LineSession } from '../../../../services/registration/src/capacity/seats/waiting-line/line-store.ts';
import { readLine } from '../../../../services/registration/src/capacity/waiting-list/entry-store.ts';
import { lineEndsAt } from '../../../../services/registration/src/capacity/waiting-list/join-rules.ts';
import type { Granted } from '../../../../services/registration/src/records/accommodations/exam-minutes.ts';
import { needsSpecialPlace } from '../../../../services/registration/src/records/accommodations/special-place.ts';
import { closingMoment } from '../../../../services/registration/src/records/sessions/session-times.ts';
import { readSitting } from '../../../../services/registration/src/sessions/waiting-list-commands/may-sit.ts';
import type { Server } from '../../postgres/server.ts';
import { hasPlace } from '../lines/line.ts';
import type { EntryCounts } from '../lines/line-watch.ts';
import type { World } from '../world.ts';
import { reader } from './reader.ts';

/** A charge that began in time keeps the seat for ten minutes; jobs check every ten seconds. */
const LONGEST_CHARGE_MS = 630_000;

/** Checks the rules for waiting lists that hold once all processes have ended. */
export async function linesAtRest(world: World): Promise<Record<string, unknown[]>> {
  const server = world.database('registration');
  return {
    'no entry waits for a place that its student has or cannot get': server.read(`
      SELECT w.id, w.state, r.status FROM waiting_entry w
      JOIN registration r ON r.id = w.registration_id
      JOIN session s ON s.id = w.session_id
      LEFT JOIN student_session p ON p.session_id = w.session_id AND p.student_id = w.student_id
      WHERE w.state IN ('waiting', 'offered') AND (p.session_id IS NOT NULL
        OR r.status NOT IN ('registered', 'scheduled', 'course_completed')
        OR s.called_off_at IS NOT NULL)`),
    'no offer is open after its end': server.read(
      `SELECT id, offer_until FROM waiting_entry
        WHERE state = 'offered' AND offer_until < $1`,
      [new Date(world.runtime.now - LONGEST_CHARGE_MS)],
    ),
    'no place stays free while an eligible student waits': await idlePlaces(world),
    'students who need a special place have one or wait for one': apartAtRest(server),
    ...wrongAnnouncements(world, server),
  };
}

/** sessions that staff closed offer nothing until they are opened. */
async function idlePlaces(world: World): Promise<unknown[]> {
  const now = new Date(world.runtime.now);
  const sql = reader(world.database('registration'));
  const idle: unknown[] = [];
  const free = await sql.many<
    Pick<
      LineSession,
      | 'id'
      | 'startsAt'
      | 'closingDate'
      | 'closingTime'
      | 'passedSeats'
      | 'passedSpecial'
      | 'seatsLeft'
    > & { specialLeft: number }
  >`
    SELECT id, starts_at, closing_date, closing_time, passed_seats, passed_special, seats_left,
      special_left
    FROM session WHERE called_off_at IS NULL AND NOT closed_by_staff AND NOT draft
      AND (seats_left > 0 OR passed_seats > 0 OR special_left > 0 OR passed_special > 0)
    ORDER BY id`;
  for (const session of free) {
    const { id, startsAt, passedSeats, passedSpecial } = session;
    if (startsAt === null || lineEndsAt({ startsAt, closesAt: closingMoment(session) }) <= now)
      continue;
    if (passedSeats + passedSpecial > 0)
      idle.push({ session, why: 'passed to the line and not offered' });
    const line = world.lines.of(id);
    for (const entry of await readLine(sql, id)) {
      if (entry.state === 'offered' || hasPlace(line, entry.studentId)) continue;
      const { refusal, needsSpecial } = await readSitting(sql, entry, now);
      const left = (needsSpecial ? session.specialLeft : session.seatsLeft) ?? 0;
      if (refusal === null && left > 0 && world.lines.hasWaited(entry.id))
        idle.push({ session, entry });
    }
  }
  return idle;
}

/**
 * special places in coming sessions match the accommodations that registration knows.
 */
const apartAtRest = (server: Server): unknown[] =>
  server
    .read<Apart>(
      `
      SELECT p.session_id, p.student_id, p.takes, p.special_wanted_at, s.starts_at,
        s.special_left + s.passed_special AS free, c.accommodations
      FROM student_session p JOIN session s ON s.id = p.session_id
      JOIN student_copy c ON c.id = p.student_id
      WHERE s.session_type = '21' AND s.called_off_at IS NULL AND s.starts_at > $1`,
      [new Date(server.around.clock())],
    )
    .filter(({ takes, special_wanted_at, starts_at, free, accommodations }) => {
      const needs = needsSpecialPlace(accommodations, dayInNewYork(starts_at));
      if (takes === 'special') return special_wanted_at !== null;
      return special_wanted_at === null ? needs : free > 0 || (takes === 'seat' && !needs);
    });

interface Apart {
  takes: string;
  special_wanted_at: Date | null;
  starts_at: Date;
  free: number;
  accommodations: Granted[];
}

/** Each change of an entry is announced once, and nothing else is announced. */
function wrongAnnouncements({ lines }: World, server: Server): Record<string, unknown[]> {
  const events: Readonly<Record<string, EntryCounts>> = {
    'registration.waiting_joined': lines.joined,
    'registration.waiting_offered': lines.offered,
    'registration.waiting_offer_withdrawn': lines.withdrawn,
    'registration.waiting_accepted': lines.accepted,
    'registration.waiting_ended': lines.ended,
  };
  return Object.fromEntries(
    Object.entries(events).map(([type, happened]) => {
      const announced: EntryCounts = new Map();
      const sent = server.read<{ payload: { data: { waitingId: unknown } } }>(
        'SELECT payload FROM outbox WHERE type = $1',
        [type],
      );
      for (const { payload } of sent) {
        const id = Number(payload.data.waitingId);
        announced.set(id, (announced.get(id) ?? 0) + 1);
      }
      const wrong = [...new Set([...announced.keys(), ...happened.keys()])]
        .filter((id) => announced.get(id) !== happened.get(id))
        .map((id) => ({ id, announced: announced.get(id) ?? 0, happened: happened.get(id) ?? 0 }));
      return [`${type} is announced once`, wrong];
    }),
  );
}
