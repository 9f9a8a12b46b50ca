import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import {
  type Accommodation,
  type AccommodationForm,
  isFinal,
  type StoredState,
} from '../students/accommodation-rules.ts';

type Facts = Pick<
  tables.Accommodation,
  | 'id'
  | 'studentId'
  | 'percent'
  | 'minutes'
  | 'text'
  | 'validFrom'
  | 'validUntil'
  | 'approvedBy'
  | 'version'
  | 'fromForm'
>;
export interface AccommodationRow extends Facts {
  kind: AccommodationForm['kind'];
  state: StoredState;
  inForce: AccommodationForm | null;
  hasDocument: boolean;
}

/** Lists a student's accommodations, the newest first; approvers by their real names. */
export const listAccommodations = (sql: Sql, studentId: number): Promise<AccommodationRow[]> =>
  sql.many<AccommodationRow>`
    SELECT a.id, a.student_id, a.kind, a.percent, a.minutes, a.text, a.valid_from, a.valid_until,
      a.state, a.in_force, COALESCE(u.real_name, a.approved_by) AS approved_by, a.version,
      a.from_form, EXISTS (
        SELECT FROM accommodation_document d WHERE d.accommodation_id = a.id) AS has_document
    FROM accommodation a LEFT JOIN staff_user u ON u.id = a.approved_by_id
    WHERE a.student_id = ${studentId} ORDER BY a.entered_at DESC, a.id DESC`;

/**
 * Returns the last editor of an accommodation, by the real name. One that is the text of the
 * student form changes with the form, too.
 */
export async function lastChangeBy(
  sql: Sql,
  { id, studentId, fromForm }: Pick<AccommodationRow, 'id' | 'studentId' | 'fromForm'>,
): Promise<string | null> {
  const formOf = fromForm ? String(studentId) : null;
  const row = await sql.maybe<{ name: string }>`
    SELECT COALESCE(u.real_name, a.actor_name) AS name
    FROM audit a LEFT JOIN staff_user u ON u.id = a.actor_id AND a.actor_kind = 'staff'
    WHERE a.op IN ('insert', 'update')
      AND (a.table_name = 'accommodation' AND a.row_id = ${String(id)}
        OR a.table_name = 'student' AND a.row_id = ${formOf}
          AND a.change ?| ARRAY['accommodations', 'accommodationsApprovedBy'])
    ORDER BY a.id DESC LIMIT 1
    -- never null: name`;
  return row?.name ?? null;
}

/** Of which student an accommodation is. */
export const findOwner = (
  sql: Sql,
  id: number,
): Promise<Pick<tables.Accommodation, 'studentId'> | undefined> =>
  sql.maybe<
    Pick<tables.Accommodation, 'studentId'>
  >`SELECT student_id FROM accommodation WHERE id = ${id}`;

/** Writes one that is entered, and gives its id. */
export async function insertAccommodation(
  sql: Sql,
  studentId: number,
  form: AccommodationForm,
  now: Date,
): Promise<number> {
  const { id } = await sql.one<Pick<tables.Accommodation, 'id'>>`
    INSERT INTO accommodation (student_id, kind, percent, minutes, text, valid_from, valid_until,
      state, entered_at)
    VALUES (${studentId}, ${form.kind}, ${form.percent}, ${form.minutes}, ${form.text},
      ${form.validFrom}::date, ${form.validUntil}::date, 'entered', ${now})
    RETURNING id`;
  return id;
}

/**
 * Writes the new state of an accommodation; `by` approved it just now, null: the approver stays.
 */
export async function updateAccommodation(
  sql: Sql,
  id: number,
  one: Accommodation,
  { by, now }: { by: { id: number; name: string } | null; now: Date },
): Promise<void> {
  const inForce = one.inForce === null ? null : JSON.stringify(one.inForce);
  const overAt = isFinal(one) ? now : null;
  await sql.run`
    UPDATE accommodation SET kind = ${one.kind}, percent = ${one.percent},
      minutes = ${one.minutes}, text = ${one.text}, valid_from = ${one.validFrom}::date,
      valid_until = ${one.validUntil}::date, state = ${one.state}, in_force = ${inForce}::jsonb,
      approved_by = COALESCE(${by?.name ?? null}::text, approved_by),
      approved_by_id = COALESCE(${by?.id ?? null}::bigint, approved_by_id),
      over_at = ${overAt}, version = ${one.version}
    WHERE id = ${id}`;
}

export interface Document {
  name: string;
  type: string;
  content: Buffer;
}

/** Keeps the paper behind an accommodation, in place of the one before. */
export async function keepDocument(
  sql: Sql,
  accommodationId: number,
  { name, type, content }: Document,
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO accommodation_document (accommodation_id, name, type, content, uploaded_at)
    VALUES (${accommodationId}, ${name}, ${type}, ${content}, ${now})
    ON CONFLICT (accommodation_id) DO UPDATE
    SET name = excluded.name, type = excluded.type, content = excluded.content,
      uploaded_at = excluded.uploaded_at`;
}

export const readDocument = (sql: Sql, accommodationId: number): Promise<Document | undefined> =>
  sql.maybe<Document>`
    SELECT name, type, content FROM accommodation_document
    WHERE accommodation_id = ${accommodationId}`;

/**
 * The text of the student form as an accommodation; null ends the one that is there. Which one that
 * is; undefined: there was none to end. R-549
 */
export async function writeFormText(
  sql: Sql,
  studentId: number,
  { text, approvedBy, today }: { text: string | null; approvedBy: string | null; today: string },
  now: Date,
): Promise<Pick<tables.Accommodation, 'id' | 'version'> | undefined> {
  if (text === null)
    return sql.maybe<Pick<tables.Accommodation, 'id' | 'version'>>`
      UPDATE accommodation SET state = 'ended', in_force = NULL, over_at = ${now},
        version = version + 1
      WHERE student_id = ${studentId} AND from_form AND state <> 'ended'
      RETURNING id, version`;
  const form: AccommodationForm = {
    kind: 'other',
    percent: null,
    minutes: null,
    text,
    validFrom: today,
    validUntil: null,
  };
  return sql.one<Pick<tables.Accommodation, 'id' | 'version'>>`
    INSERT INTO accommodation (student_id, kind, text, valid_from, state, in_force, approved_by,
      approved_by_id, from_form, entered_at)
    VALUES (${studentId}, 'other', ${text}, ${today}::date, 'approved',
      ${JSON.stringify(form)}::jsonb, ${approvedBy}, 0, true, ${now})
    ON CONFLICT (student_id) WHERE from_form AND state <> 'ended' DO UPDATE
    SET kind = excluded.kind, percent = NULL, minutes = NULL, text = excluded.text,
      valid_from = excluded.valid_from, valid_until = NULL, state = excluded.state,
      in_force = excluded.in_force, approved_by = excluded.approved_by, approved_by_id = 0,
      over_at = NULL, version = accommodation.version + 1
    RETURNING id, version`;
}

/** Clears the text in the student form, once its accommodation has ended. */
export async function clearFormText(sql: Sql, studentId: number): Promise<void> {
  await sql.run`
    UPDATE student SET accommodations = NULL, accommodations_approved_by = NULL,
      accommodations_approved_on = NULL
    WHERE id = ${studentId}`;
}
