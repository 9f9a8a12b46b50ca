import { pathToFileURL } from 'node:url';
import { connect, type Database, NO_TIMEOUT } from '../database/database.ts';
import { demandSecretFiles } from '../env.ts';
import { uuidv7 } from '../ids.ts';
import type * as tables from '../prisma/tables.ts';
import { PROCESS_DAYS } from './release-process.ts';

/** Work that failed repeatedly and is no longer retried. */
export interface DeadLetter {
  kind: 'process' | 'event' | 'mail';
  id: string;
  /**
   * Of a process its name and the step that fails, of an event who cannot handle it, of a mail its
   * cause.
   */
  what: string;
  deadAt: Date;
  error: string;
}

export async function listDeadLetters(db: Database): Promise<DeadLetter[]> {
  return db.many<DeadLetter>`
    SELECT 'process' AS kind, id::text,
      name || ', step ' || step || CASE WHEN ending THEN ', was to be ended' ELSE '' END AS what,
      dead_at, coalesce(failure, '') AS error
    FROM process WHERE status = 'dead'
    UNION ALL SELECT 'event', event_id::text, consumer, dead_at, error
    FROM dead_letter WHERE dead_at IS NOT NULL
    UNION ALL SELECT 'mail', id::text, key, dead_at, 'the mail server refuses it'
    FROM mail WHERE dead_at IS NOT NULL
    ORDER BY dead_at
    -- never null: dead_at (a process that is dead says since when)`;
}

/** All dead letters, or one by its id. */
export type DeadLetterSelector = 'all' | string;

/**
 * Releases dead letters to the service's workers, as if they had not failed; returns how many. A
 * process older than sixty days can only be ended. Dead letters that another operator has already
 * redriven are not counted. `by`: the operator, for the audit.
 */
export function redrive(db: Database, which: DeadLetterSelector, by: string): Promise<number> {
  const id = which === 'all' ? null : which;
  return db.transaction(async (sql) => {
    const processes = await sql.many<Pick<tables.Process, 'id'>>`
      UPDATE process
      SET status = 'running', ending = false, failures = 0, dead_at = NULL,
        next_run_at = clock_timestamp()
      WHERE status = 'dead' AND (${id}::uuid IS NULL OR id = ${id}::uuid)
        AND created_at > clock_timestamp() - ${PROCESS_DAYS}::integer * interval '1 day'
      RETURNING id`;
    const events = await sql.many<{ id: string }>`
      UPDATE dead_letter SET failures = 0, dead_at = NULL, next_try_at = clock_timestamp()
      WHERE dead_at IS NOT NULL AND (${id}::uuid IS NULL OR event_id = ${id}::uuid)
      RETURNING event_id AS id`;
    // a mail gets another five days
    const mails = await sql.many<Pick<tables.Mail, 'id'>>`
      UPDATE mail
      SET dead_at = NULL, attempts = 0, created_at = clock_timestamp(),
        next_try_at = clock_timestamp()
      WHERE dead_at IS NOT NULL AND (${id}::uuid IS NULL OR id = ${id}::uuid) RETURNING id`;
    await audit(sql, 'process', processes, 'redrive', by);
    await audit(sql, 'dead_letter', events, 'redrive', by);
    await audit(sql, 'mail', mails, 'redrive', by);
    return processes.length + events.length + mails.length;
  });
}

/**
 * Ends one dead letter: of a process the worker runs the undo of its steps, and its caller hears
 * that it was closed; an event is dropped for the consumer that cannot handle it, and stays so when
 * it is sent again; a mail is not sent. False when it is none (any more).
 */
export function endDeadLetter(db: Database, id: string, by: string): Promise<boolean> {
  return db.transaction(async (sql) => {
    const processes = await sql.many<Pick<tables.Process, 'id'>>`
      UPDATE process
      SET status = 'running', ending = true, failures = 0, dead_at = NULL,
        next_run_at = clock_timestamp()
      WHERE status = 'dead' AND id = ${id}::uuid RETURNING id`;
    const events = await sql.many<{ id: string }>`
      WITH dropped AS (DELETE FROM dead_letter WHERE dead_at IS NOT NULL AND event_id = ${id}::uuid
        RETURNING consumer, event_id),
      noted AS (INSERT INTO inbox (consumer, event_id) SELECT consumer, event_id FROM dropped
        ON CONFLICT DO NOTHING)
      SELECT event_id AS id FROM dropped`;
    const mails = await sql.many<Pick<tables.Mail, 'id'>>`
      UPDATE mail
      SET dead_at = NULL, sent_at = clock_timestamp(), body_text = '', body_html = '',
        attachments = '[]'
      WHERE dead_at IS NOT NULL AND id = ${id}::uuid RETURNING id`;
    await audit(sql, 'process', processes, 'end', by);
    await audit(sql, 'dead_letter', events, 'end', by);
    await audit(sql, 'mail', mails, 'end', by);
    return processes.length + events.length + mails.length > 0;
  });
}

type Sql = Pick<Database, 'run'>;
async function audit(
  sql: Sql,
  table: string,
  rows: { id: string }[],
  action: string,
  by: string,
): Promise<void> {
  if (rows.length === 0) return;
  await sql.run`
    INSERT INTO audit (at, actor_kind, actor_id, actor_name, request_id, op, table_name, row_id,
      change)
    SELECT clock_timestamp(), 'service', 0, 'operator', ${uuidv7()}, 'action', ${table}, id,
      jsonb_build_object('deadLetter', ${action}::text, 'by', ${by}::text)
    FROM unnest(${rows.map((row) => row.id)}::text[]) AS id`;
}

const USAGE = `usage: DATABASE_URL=... node services/kit/commands/redrive.ts list
       DATABASE_URL=... OPERATOR=<your name> node services/kit/commands/redrive.ts run <id or all>
       DATABASE_URL=... OPERATOR=<your name> node services/kit/commands/redrive.ts end <id>`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function main(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [verb = '', which = ''] = args;
  const { DATABASE_URL: url, OPERATOR: by = 'unnamed' } = env;
  const isRight =
    verb === 'list' ||
    (verb === 'run' && which === 'all') ||
    (['run', 'end'].includes(verb) && UUID.test(which));
  if (!url || !isRight) throw new Error(USAGE);
  const db = connect(url, { name: 'redrive', max: 1, ...NO_TIMEOUT });
  try {
    if (verb === 'run') return `${await redrive(db, which, by)} dead letters are run again`;
    if (verb === 'end')
      return (await endDeadLetter(db, which, by))
        ? 'it is being ended'
        : 'no dead letter has this id (any more)';
    const letters = await listDeadLetters(db);
    const lines = letters.map(
      ({ kind, id, what, deadAt, error }) =>
        `${kind} ${id} ${deadAt.toISOString()} ${what}\n    ${error}`,
    );
    return [...lines, `${letters.length} dead letters`].join('\n');
  } finally {
    await db.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  demandSecretFiles();
  main(process.argv.slice(2), process.env).then(
    (text) => process.stdout.write(`${text}\n`),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  );
}
