import { type Call, command, type Tx } from '../commands/command.ts';
import type { Sql } from '../database/database.ts';
import type * as tables from '../prisma/tables.ts';
import { blankAnswers } from './blank-answers.ts';
import type { Person } from './export-student.ts';
import { REMOVED, withoutWords } from './without-words.ts';

export { REMOVED } from './without-words.ts';

/** Whether a student can be blanked here. */
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
  const noted = await sql.many<Pick<tables.Audit, 'id' | 'change'>>`
    SELECT id, change FROM audit WHERE student_id = ${studentId}`;
  const cleared = noted.map(({ id, change }) => ({ id, change: withoutWords(change) }));
  await sql.run`
    UPDATE audit a SET origin = NULL, change = t.change
    FROM jsonb_to_recordset(${JSON.stringify(cleared)}::jsonb) AS t (id bigint, change jsonb)
    WHERE a.id = t.id`;
  await sql.run`
    UPDATE mail SET recipient = ${REMOVED}, subject = '', body_text = '', body_html = '',
      attachments = '[]', sent_at = COALESCE(sent_at, clock_timestamp()), dead_at = NULL
    WHERE lower(recipient) = ANY (${emails}::text[])`;
  await blankAnswers(sql, studentId);
}

/** How a service answers CheckBlanking. */
export const checkHandler = <Request>(
  check: (sql: Sql, request: Request) => Promise<BlankingCheck>,
) => ({
  handle: (request: Request, { db }: { db: Sql }) => check(db, request),
});

/** The work of a service beside removing its rows. */
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
