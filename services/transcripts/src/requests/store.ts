import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

type Latest = Pick<tables.TranscriptRequest, 'vendorGroup' | 'requestedAt'>;

/** Returns when a transcript was last requested from each group; refused requests do not count. */
export async function latestRequests(sql: Sql, studentId: number): Promise<Map<string, Date>> {
  const rows = await sql.many<Latest>`
    SELECT DISTINCT ON (vendor_group) vendor_group, requested_at
    FROM transcript_request
    WHERE student_id = ${studentId} AND state <> 'failed'
    ORDER BY vendor_group, requested_at DESC`;
  return new Map(rows.map(({ vendorGroup, requestedAt }) => [vendorGroup, requestedAt]));
}

/** Lets one transaction at a time look for and add requests of a student to a group. */
export async function lockRequests(sql: Sql, studentId: number, group: string): Promise<void> {
  await sql.run`
    SELECT pg_advisory_xact_lock(hashtextextended(${`transcript ${group} ${studentId}`}, 0))`;
}

type Earlier = Pick<
  tables.TranscriptRequest,
  'state' | 'unsure' | 'reference' | 'recipient' | 'examCodes'
>;

/** Requests of a student to a group that are under way, or newer than this; the newest first. */
export const requestsSince = (
  sql: Sql,
  studentId: number,
  group: string,
  since: Date,
): Promise<Earlier[]> =>
  sql.many<Earlier>`
    SELECT state, unsure, reference, recipient, exam_codes
    FROM transcript_request
    WHERE student_id = ${studentId} AND vendor_group = ${group}
      AND (requested_at > ${since} OR state = 'sending')
    ORDER BY requested_at DESC, id DESC`;

export type NewRequest = Pick<
  tables.TranscriptRequest,
  'studentId' | 'vendorGroup' | 'pendingOverride' | 'requestedBy' | 'requestedAt' | 'examCodes'
> & { reference: string; recipient: string };

/** Keeps a request that is about to be sent; gives its id. */
export async function insertRequest(sql: Sql, request: NewRequest): Promise<number> {
  const { id } = await sql.one<Pick<tables.TranscriptRequest, 'id'>>`
    INSERT INTO transcript_request (student_id, vendor_group, pending_override, requested_by,
      requested_at, reference, recipient, exam_codes)
    VALUES (${request.studentId}, ${request.vendorGroup}, ${request.pendingOverride},
      ${request.requestedBy}, ${request.requestedAt}, ${request.reference}, ${request.recipient},
      ${request.examCodes}::text[])
    RETURNING id`;
  return id;
}

/** Keeps what the vendor said to a request. */
export async function closeRequest(
  sql: Sql,
  id: number,
  said: { partnerReference: string } | { unsure: boolean },
  now: Date,
): Promise<void> {
  const reference = 'partnerReference' in said ? said.partnerReference : null;
  await sql.run`
    UPDATE transcript_request
    SET state = ${reference === null ? 'failed' : 'sent'}, answered_at = ${now},
      partner_reference = ${reference}, unsure = ${'unsure' in said && said.unsure}
    WHERE id = ${id}`;
}
