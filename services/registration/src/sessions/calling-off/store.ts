import type { Sql } from '@portal/kit/database/database';
import type { SessionType } from '../../records/fees/proctor-fee.ts';

/** The fields of a session in the email about calling it off. */
export interface MailedSession {
  sessionType: SessionType;
  startsAt: Date;
  placeName: string | null;
  placeAddress: string | null;
  schoolName: string | null;
}

export function readMailedSession(sql: Sql, sessionId: number): Promise<MailedSession> {
  return sql.one<MailedSession>`
    SELECT s.session_type, s.starts_at, c.name AS school_name,
      COALESCE(l.name, c.name, s.title) AS place_name,
      COALESCE(NULLIF(concat_ws(', ', l.address, l.city), ''), s.address) AS place_address
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id
    WHERE s.id = ${sessionId} AND s.starts_at IS NOT NULL
    -- never null: starts_at (it is asked for)`;
}
