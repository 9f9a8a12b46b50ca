import type { Sql } from '@portal/kit/database';

/** A sitting at the proctoring service: no place, no seats, no known time. */
export async function insertSitting(sql: Sql): Promise<number> {
  return (await sql.one<{ id: number }>`INSERT INTO session (session_type) VALUES ('99') RETURNING id`).id;
}

/** T-20: a booking clears what a staff cancel had left. */
export async function assignProctor(
  sql: Sql,
  { id, sessionId, proctorUuid }: { id: number; sessionId: number; proctorUuid: string },
): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'scheduled', session_id = ${sessionId}, session_type = '99', branch_id = NULL, session_minutes = 0,
      calendar_sequence = calendar_sequence + 1, proctor_uuid = ${proctorUuid}, proctor_reserved = false, online_access = false,
      admin_cancel_session_id = NULL, admin_cancel_session_date = NULL, admin_cancel_session_reason_code = NULL,
      access_cleared_at = NULL
    WHERE id = ${id}`;
}

/** The sitting goes on under the booking that the proctoring service has now. */
export async function noteBooking(sql: Sql, id: number, proctorUuid: string): Promise<void> {
  await sql.run`UPDATE registration SET proctor_uuid = ${proctorUuid} WHERE id = ${id} AND proctor_uuid <> ${proctorUuid}`;
}

export async function reserveProctor(sql: Sql, id: number): Promise<void> {
  await sql.run`UPDATE registration SET proctor_reserved = true WHERE id = ${id}`;
}

/** T-23, T-25. */
export async function grantAccess(sql: Sql, id: number): Promise<void> {
  await sql.run`UPDATE registration SET status = 'online_access', online_access = true, access_cleared_at = NULL WHERE id = ${id}`;
}

/** T-24: the 24 hours of a resume begin. */
export async function startExamRow(sql: Sql, id: number, now: Date, resumeUntil: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'online_started', online_exam_started = ${now}, online_exam_redirect = ${now}, resume_until = ${resumeUntil},
      online_exam_completed = NULL, online_exam_taken_override = false
    WHERE id = ${id}`;
}

/** T-41. */
export async function resumeExamRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE registration SET status = 'online_started', online_exam_redirect = ${now} WHERE id = ${id}`;
}

/** T-40. */
export async function disconnectRow(sql: Sql, id: number): Promise<void> {
  await sql.run`UPDATE registration SET status = 'disconnected' WHERE id = ${id}`;
}

/** T-42, T-43; `completedAt` is empty when the time was over and nothing was handed in. */
export async function takeRow(sql: Sql, id: number, takenOn: string, completedAt: Date | null): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'taken', online_access = false, taken_on = ${takenOn}::date, online_exam_completed = ${completedAt}::timestamptz
    WHERE id = ${id}`;
}

/** T-44. */
export async function disqualifyRow(sql: Sql, id: number, today: string): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'graded', online_access = false, taken_on = COALESCE(taken_on, ${today}::date), graded_on = ${today}::date, grade = NULL,
      grade_comment = 'Disqualified', held_grade = NULL, held_grade_comment = NULL
    WHERE id = ${id}`;
}

/** T-22; what has begun stays where it is. */
export async function clearAccessRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET online_access = false, access_cleared_at = ${now}, status = CASE status WHEN 'online_access' THEN 'scheduled' ELSE status END
    WHERE id = ${id}`;
}

/** T-51: as let in, to be started once more. */
export async function reopenRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'online_access', online_access = true, online_exam_taken_override = true, reopened_at = ${now}, access_cleared_at = NULL,
      resume_until = NULL, online_exam_completed = NULL, taken_on = NULL
    WHERE id = ${id}`;
}

/** T-52: begun and cut off, to be resumed until then. */
export async function clearCompletedRow(sql: Sql, id: number, now: Date, resumeUntil: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'disconnected', online_access = true, reopened_at = ${now}, access_cleared_at = NULL, resume_until = ${resumeUntil},
      online_exam_completed = NULL, taken_on = NULL
    WHERE id = ${id}`;
}

/** T-30. */
export async function startProgramRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE registration SET status = 'course_started', online_program_started = ${now} WHERE id = ${id}`;
}

/** T-31. */
export async function completeProgramRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE registration SET status = 'course_completed', online_program_completed = ${now} WHERE id = ${id}`;
}

/** Puts a new start token in force; the one before ends. */
export async function keepStartToken(sql: Sql, registrationId: number, tokenHash: string, now: Date): Promise<void> {
  await endStartTokens(sql, registrationId, now);
  await sql.run`INSERT INTO start_token (token_hash, registration_id, created_at) VALUES (${tokenHash}, ${registrationId}, ${now})`;
}

export async function endStartTokens(sql: Sql, registrationId: number, now: Date): Promise<void> {
  await sql.run`UPDATE start_token SET ended_at = ${now} WHERE registration_id = ${registrationId} AND ended_at IS NULL`;
}

/** Whether the token with this hash is in force for the registration. */
export async function isTokenInForce(sql: Sql, registrationId: number, tokenHash: string): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS known FROM start_token WHERE token_hash = ${tokenHash} AND registration_id = ${registrationId} AND ended_at IS NULL`;
  return found !== undefined;
}

/** Takes the turn to ask a partner about a registration: at most one a minute, whoever polls and wherever. */
export async function takePollTurn(sql: Sql, registrationId: number, now: Date): Promise<boolean> {
  const taken = await sql.run`
    INSERT INTO partner_poll (registration_id, asked_at) VALUES (${registrationId}, ${now})
    ON CONFLICT (registration_id) DO UPDATE SET asked_at = excluded.asked_at WHERE partner_poll.asked_at <= excluded.asked_at - interval '1 minute'`;
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

/** Notes a report; false when it was there before. */
export async function noteReport(sql: Sql, report: ReportRow, hadEffect: boolean, now: Date): Promise<boolean> {
  const isNew = await sql.run`
    INSERT INTO partner_report (partner, event_id, registration_id, kind, reported_at, comment, had_effect, received_at)
    VALUES (${report.partner}, ${report.eventId}, ${report.registrationId}, ${report.kind}, ${report.at}, ${report.comment}::text, ${hadEffect}, ${now})
    ON CONFLICT DO NOTHING`;
  return isNew > 0;
}

export async function isReportKnown(sql: Sql, partner: ReportRow['partner'], eventId: string): Promise<boolean> {
  return (await sql.maybe`SELECT 1 AS known FROM partner_report WHERE partner = ${partner} AND event_id = ${eventId}`) !== undefined;
}

/** The registration of a booking at the proctoring service. */
export async function registrationOfBooking(sql: Sql, proctorUuid: string): Promise<number | undefined> {
  return (await sql.maybe<{ id: number }>`SELECT id FROM registration WHERE proctor_uuid = ${proctorUuid}`)?.id;
}

/** Whether there is such a registration, cancelled ones too. */
export async function isRegistration(sql: Sql, id: number): Promise<boolean> {
  return (await sql.maybe`SELECT 1 AS known FROM registration WHERE id = ${id} AND status NOT IN ('pending', 'dropped')`) !== undefined;
}

/** Begun exams whose 24 hours are over. */
export async function listTimeOver(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<{ id: number }>`
    SELECT id FROM registration WHERE status IN ('online_started', 'disconnected') AND resume_until <= ${now} ORDER BY resume_until LIMIT 100`;
  return rows.map(({ id }) => id);
}
