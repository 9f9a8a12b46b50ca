import { type Call, command, type Tx } from '../commands/command.ts';
import type { Sql } from '../database/database.ts';
import { blankAnswers } from './blank-answers.ts';
import { CODED, REMOVED } from './coded-fields.ts';
import type { Person } from './export-student.ts';

export { REMOVED } from './coded-fields.ts';

/** Whether somebody can be blanked here. */
export interface BlankingCheck {
  /** Sentences; none: nothing is in the way. */
  reasons: string[];
  credits: number;
}

/**
 * Removes the student from kit's own tables: of the history stay who did what when, numbers and
 * words of ours; of mails that they were there, so that none is sent again; of processes that they
 * ran. R-591
 */
export async function blankKitRows(sql: Sql, { studentId, emails }: Person): Promise<void> {
  await sql.run`
    UPDATE audit SET origin = NULL, change = COALESCE((
      SELECT jsonb_object_agg(field.key, CASE
        WHEN field.key = ANY (${CODED}::text[])
          OR jsonb_typeof(field.value) IN ('number', 'boolean', 'null')
          OR jsonb_typeof(field.value) = 'array' AND NOT EXISTS (
            SELECT FROM jsonb_array_elements(CASE jsonb_typeof(field.value)
              WHEN 'array' THEN field.value ELSE '[]'::jsonb END) AS one (value)
            WHERE jsonb_typeof(one.value) NOT IN ('number', 'boolean', 'null'))
          THEN field.value
        ELSE to_jsonb(${REMOVED}::text) END)
      FROM jsonb_each(CASE jsonb_typeof(audit.change)
        WHEN 'object' THEN audit.change ELSE '{}'::jsonb END) AS field (key, value)), '{}'::jsonb)
    WHERE student_id = ${studentId}`;
  await sql.run`
    UPDATE mail SET recipient = ${REMOVED}, subject = '', body_text = '', body_html = '',
      attachments = '[]', sent_at = COALESCE(sent_at, clock_timestamp()), dead_at = NULL
    WHERE lower(recipient) = ANY (${emails}::text[])`;
  await blankAnswers(sql, studentId);
}

/** How a service answers CheckBlanking. */
export const checkHandler = <Asked>(check: (sql: Sql, asked: Asked) => Promise<BlankingCheck>) => ({
  handle: (asked: Asked, { db }: { db: Sql }) => check(db, asked),
});

/** What a service does beside removing its rows. */
interface Aside {
  /** Reaches outside, before anything is removed; may be repeated. */
  before?: (call: Call, person: Person) => Promise<void>;
  /**
   * Addresses of the student that this service still has: after it alone was restored from a
   * backup, identity knows none by which its mails are found.
   */
  emailsOf?: (sql: Sql, person: Person) => Promise<readonly string[]>;
}

/** How a service answers BlankStudent: all rows go in one transaction. */
export function blankHandler(
  rows: (tx: Tx, person: Person) => Promise<void>,
  { before, emailsOf }: Aside = {},
) {
  const blank = command('blankStudent', async (tx: Tx, { person }: { person: Person }) => {
    const known = (await emailsOf?.(tx, person)) ?? [];
    await rows(tx, person);
    await blankKitRows(tx, { ...person, emails: [...person.emails, ...known] });
    const { studentId } = person;
    const change = { blanked: true };
    tx.audit({ op: 'action', table: 'student', id: studentId, studentId, change });
    return {};
  });
  return {
    handle: async ({ person }: { person?: Person | undefined }, call: Call) => {
      if (person === undefined) return {};
      await before?.(call, person);
      return blank(call, { person });
    },
  };
}
