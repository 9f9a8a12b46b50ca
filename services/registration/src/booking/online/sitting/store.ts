import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';

/** Puts a new start token in force and ends the previous one. */
export async function keepStartToken(
  sql: Sql,
  registrationId: number,
  tokenHash: string,
  now: Date,
): Promise<void> {
  await endStartTokens(sql, registrationId, now);
  await sql.run`
    INSERT INTO start_token (token_hash, registration_id, created_at)
    VALUES (${tokenHash}, ${registrationId}, ${now})`;
}

export async function endStartTokens(sql: Sql, registrationId: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE start_token SET ended_at = ${now}
    WHERE registration_id = ${registrationId} AND ended_at IS NULL`;
}

/** Whether the token with this hash is in force for the registration. */
export async function isTokenInForce(
  sql: Sql,
  registrationId: number,
  tokenHash: string,
): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS known FROM start_token
    WHERE token_hash = ${tokenHash} AND registration_id = ${registrationId} AND ended_at IS NULL`;
  return found !== undefined;
}

/**
 * Takes the turn to poll a partner about a registration: at most one a minute, across all callers
 * and replicas.
 */
export async function takePollTurn(sql: Sql, registrationId: number, now: Date): Promise<boolean> {
  const taken = await sql.run`
    INSERT INTO partner_poll (registration_id, asked_at) VALUES (${registrationId}, ${now})
    ON CONFLICT (registration_id) DO UPDATE SET asked_at = excluded.asked_at
      WHERE partner_poll.asked_at <= excluded.asked_at - interval '1 minute'`;
  return taken > 0;
}

export interface ReportRow {
  partner: 'proctoring' | 'exam_platform';
  eventId: string;
  registrationId: number;
  kind: string;
  at: Date;
  comment: string | null;
}

/** Records a report; false when it was recorded before. */
export async function noteReport(
  sql: Sql,
  report: ReportRow,
  hadEffect: boolean,
  now: Date,
): Promise<boolean> {
  const isNew = await sql.run`
    INSERT INTO partner_report (partner, event_id, registration_id, kind, reported_at, comment,
      had_effect, received_at)
    VALUES (${report.partner}, ${report.eventId}, ${report.registrationId}, ${report.kind},
      ${report.at}, ${report.comment}::text, ${hadEffect}, ${now})
    ON CONFLICT DO NOTHING`;
  return isNew > 0;
}

export async function isReportKnown(
  sql: Sql,
  partner: ReportRow['partner'],
  eventId: string,
): Promise<boolean> {
  const known = await sql.maybe`
    SELECT 1 AS known FROM partner_report WHERE partner = ${partner} AND event_id = ${eventId}`;
  return known !== undefined;
}

/** The registration of a booking at the proctoring service. */
export async function registrationOfBooking(
  sql: Sql,
  proctorUuid: string,
): Promise<number | undefined> {
  return (
    await sql.maybe<Pick<tables.Registration, 'id'>>`
      SELECT registration_id AS id FROM online_sitting WHERE proctor_uuid = ${proctorUuid}`
  )?.id;
}

/** Whether a registration exists, in any state but pending or dropped. */
export async function isRegistration(sql: Sql, id: number): Promise<boolean> {
  const known = await sql.maybe`
    SELECT 1 AS known FROM registration
    WHERE id = ${id} AND status NOT IN ('pending', 'dropped')`;
  return known !== undefined;
}

/** Begun exams whose 24 hours are over. */
export async function listOverdueExams(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Registration, 'id'>>`
    SELECT r.id FROM registration r JOIN online_sitting o ON o.registration_id = r.id
    WHERE r.status IN ('online_started', 'disconnected') AND o.resume_until <= ${now}
    ORDER BY o.resume_until LIMIT 100`;
  return rows.map(({ id }) => id);
}
