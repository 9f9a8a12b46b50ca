import { randomUUID } from 'node:crypto';
import type { Actor } from '@portal/kit/auth/actor';
import { client } from '@portal/kit/grpc/client';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { CalendarServiceDefinition } from '@portal/proto/registration/v1/calendar';
import { SessionsServiceDefinition } from '@portal/proto/registration/v1/sessions';
import { cardOf } from './facts/facts.ts';
import { randomOf } from './processes/random.ts';
import type { World } from './world.ts';

const asOperator = {
  credits: client(CreditsServiceDefinition, 'PAYMENTS_ADDR', 'operator'),
  sessions: client(SessionsServiceDefinition, 'REGISTRATION_ADDR', 'operator'),
};
const calendar = client(CalendarServiceDefinition, 'REGISTRATION_ADDR', 'bff');

const OPERATOR: Actor = { kind: 'service', id: 0, roles: [], name: 'operator', via: 'operator' };
const OFFICE: Actor = { kind: 'staff', id: 1, roles: ['ROLE_ADMIN'], name: 'office', via: 'bff' };

/** Gives each student a saved card and some credits. */
export async function equipStudents(world: World): Promise<void> {
  const payments = world.database('payments').connect();
  for (const id of world.studentIds) {
    await payments.query(
      'INSERT INTO card_customer (student_id, customer_profile_id) VALUES ($1, $2)',
      [id, `profile-${id}`],
    );
    await payments.query(
      `INSERT INTO card (cc_id, student_id, card_type, last4, name, exp_month, exp_year, saved_at)
        VALUES ($1, $2, 'Visa', '1111', 'Visa', 12, 2030, clock_timestamp())`,
      [cardOf(id), id],
    );
  }
  payments.close();
  const by = () => ({ actor: OPERATOR, key: randomUUID(), requestId: randomUUID() });
  for (const studentId of world.studentIds) {
    const random = randomOf(world.seed, `credits of ${studentId}`);
    if (random.chance(0.5))
      await asOperator.credits.grantCredits({ studentId, credits: 1 + random.below(4) }, by());
  }
}

const HOUR_MS = 3_600_000;

/** Most sessions are for all, some for women or for men. */
const GENDERS = ['3', '3', '3', '3', '2', '1'];

/**
 * Opens sessions with few seats, each on its own day. In some worlds one begins so soon that its
 * waiting list closes while students book. Every second one has a room with one special place.
 */
export async function openSessions(world: World, locationId: number, count: number) {
  const { now } = world.runtime;
  const random = randomOf(world.seed, 'sessions');
  const isSoon = random.chance(0.25);
  const soonMs = (18 + random.below(12)) * (HOUR_MS / 4);
  const list = Array.from({ length: count }, (_, index) => ({
    sessionType: '21',
    startsAt: new Date(now + (index === 0 && isSoon ? soonMs : (10 + index) * 24 * HOUR_MS)),
    locationId,
    gender: random.pick(GENDERS),
    seats: 1 + random.below(2),
    limitTo1Test: false,
    closedByStaff: false,
  }));
  const by = { actor: OPERATOR, key: randomUUID(), requestId: randomUUID() };
  const { sessionIds } = await asOperator.sessions.createSessions({ sessions: list }, by);
  for (const [index, sessionId] of sessionIds.entries()) {
    const own = world.rooms.slice(2 * index, 2 * index + 2);
    world.roomsOf.set(sessionId, own);
    const [first] = own;
    if (index % 2 > 0 || !first) continue;
    const key = randomUUID();
    const rooms = { rooms: [{ roomId: first.id, places: 1 }] };
    await calendar.changeSession(
      { sessionId, version: 0, rooms, confirmDay: true },
      { actor: OFFICE, key, requestId: key },
    );
  }
  return sessionIds;
}
