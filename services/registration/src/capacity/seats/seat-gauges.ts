import type { Database, Sql } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { showEvents } from '@portal/kit/observability/metrics/event-metrics';
import { Gauge } from 'prom-client';

/** The gauges of the sales dashboard, reported from the start. */
const SOLD = [
  'registration.created',
  'registration.cancelled',
  'registration.session_booked',
  'registration.session_cancelled',
];

interface Seats {
  within: string;
  sessions: number;
  full: number;
  seats: number;
  seatsLeft: number;
}

/** Open location sessions of the coming days, by how soon they begin. */
export const comingSeats = (sql: Sql): Promise<Seats[]> => sql.many<Seats>`
  SELECT days || 'd' AS within, count(id)::int AS sessions,
    (count(id) FILTER (WHERE seats_left = 0))::int AS full,
    coalesce(sum(seats), 0)::int AS seats, coalesce(sum(seats_left), 0)::int AS seats_left
  FROM unnest(ARRAY[1, 7, 28]) AS days
  LEFT JOIN session ON session_type = '21'
    AND starts_at > now()
    AND starts_at <= now() + days * interval '1 day'
    AND deleted_at IS NULL AND called_off_at IS NULL AND NOT closed_by_staff
  GROUP BY days`;

/** Counts students in coming sessions who wait for a special place. R-546 */
const countWaiting = async (sql: Sql): Promise<number> =>
  (
    await sql.one<{ count: number }>`
      SELECT count(*)::int AS count FROM student_session p JOIN session s ON s.id = p.session_id
      WHERE p.special_wanted_at IS NOT NULL AND s.starts_at > now() AND s.called_off_at IS NULL`
  ).count;

/** Shows each minute how many seats are left in open sessions of the coming days. */
export function seatGaugesJob(db: Database): Job {
  showEvents(SOLD);
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['within'] });
  const sessions = gauge(
    'portal_sessions_open',
    'Open location sessions that begin within so long',
  );
  const full = gauge('portal_sessions_full', 'Of these, sessions without a seat left');
  const seats = gauge('portal_seats', 'Seats of these sessions');
  const seatsLeft = gauge('portal_seats_left', 'Seats left in these sessions');
  const without = new Gauge({
    name: 'portal_accommodations_without_room',
    help: 'Students in coming sessions who need a special place and have none',
  });
  return {
    name: 'seat gauges',
    everySeconds: 60,
    async run() {
      for (const row of await comingSeats(db)) {
        const { within } = row;
        sessions.set({ within }, row.sessions);
        full.set({ within }, row.full);
        seats.set({ within }, row.seats);
        seatsLeft.set({ within }, row.seatsLeft);
      }
      without.set(await countWaiting(db));
    },
  };
}
