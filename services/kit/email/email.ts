import { SpanKind } from '@opentelemetry/api';
import type { Transporter } from 'nodemailer';
import type { Database, TransactionSql } from '../database/database.ts';
import { failpoint } from '../jobs/failpoints.ts';
import type { Job } from '../jobs/jobs.ts';
import { log } from '../observability/log.ts';
import { newRequestId } from '../observability/request-id.ts';
import { continueRequest } from '../observability/tracing/spans.ts';
import type * as tables from '../prisma/tables.ts';
import { tlsFilesOf, tlsOptionsOf } from '../secrets/server-tls.ts';
import { type MailFailure, mailFailure } from './mail-outcome.ts';

/**
 * A mail to send once. The key names its cause (event and template), so that the same cause never
 * sends twice.
 */
export interface Email {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: string }[];
}

interface MailRow
  extends Pick<
    tables.Mail,
    'id' | 'recipient' | 'subject' | 'bodyText' | 'bodyHtml' | 'traceParent'
  > {
  attachments: NonNullable<Email['attachments']>;
}

/**
 * The maximum number of emails sent at once. Each has a connection to the mail server, kept open
 * for the next one, and one to the database until the server answers: at most a third of the
 * service's connections.
 */
const CONCURRENCY = 4;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/**
 * An email that the server has deferred for this long is a dead letter, as between mail servers
 * (RFC 5321, 4.5.4.1).
 */
const GIVE_UP_DAYS = 5;

/**
 * A mail server may take its time: that is no reason for the database to end the transaction, and
 * the letter to go out again.
 */
const WAITING_LIMITS = { idleInTransactionMs: 120_000 };

/** TLS to the mail server where its CA is configured: no email is then sent without TLS. */
function tlsToMailServer(): object {
  const files = tlsFilesOf('SMTP');
  return files === null ? {} : { requireTLS: true, tls: tlsOptionsOf(files) };
}

type Outcome = 'sent' | MailFailure;
/**
 * Longest pauses before a mail is tried again. A server that answers again after a day finds the
 * waiting mails within seconds (F15).
 */
const MAX_PAUSE_SECONDS = { away: 10, deferred: 3600, refused: 3600 } as const;

/**
 * Sends pending emails. An unavailable mail server makes them wait for as long as it takes; an
 * email that it defers is retried with growing pauses and is a dead letter after five days, one
 * that it rejects permanently (5xx) is a dead letter at once. Each email is a transaction of its
 * own: a crash between the server's "250" and the commit sends only that email again. SMTP cannot
 * report whether an email was accepted, and a missing sign-in link is worse than a duplicate one.
 */
export function mailJob(
  db: Database,
  { smtpUrl, from }: { smtpUrl: () => string; from: string },
): Job {
  const lanes = Math.max(1, Math.min(CONCURRENCY, Math.floor((db.pool.options.max ?? 10) / 3)));
  let transport: Transporter | undefined;
  let transportTo: string | undefined;
  // loaded with the first email: a service that sends none saves its 14 MB
  const connectTo = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport(
      {
        url: transportTo,
        ...tlsToMailServer(),
        pool: true,
        maxConnections: lanes,
        maxMessages: Infinity,
        ...TIMEOUTS,
      },
      { from },
    );
  return {
    name: 'mail',
    everySeconds: 2,
    onCommit: 'email',
    async run(stopping) {
      // what waits now, so that a run tries each letter once however long it lasts
      const { now, waiting } = await db.one<{ now: string; waiting: number }>`
        SELECT clock_timestamp()::text AS now, count(*) AS waiting
        FROM (SELECT FROM mail
          WHERE sent_at IS NULL AND next_try_at <= clock_timestamp() LIMIT ${lanes}) AS due`;
      if (waiting === 0) return;
      // a new password goes with new connections; letters under way end on the old ones
      if (transportTo !== smtpUrl()) {
        transport?.close();
        transport = undefined;
        transportTo = smtpUrl();
      }
      transport ??= await connectTo();
      const sender = transport;
      const send = async () => {
        for (let goesOn = true; goesOn && !stopping?.aborted; )
          goesOn = (await sendNext(db, sender, now)) && waiting === lanes;
      };
      await Promise.all(Array.from({ length: waiting }, send));
    },
  };
}

/**
 * Sends the pending email that has waited longest; returns false when none that was due at `dueAt`
 * is left, or when the mail server accepts none.
 */
async function sendNext(db: Database, transport: Transporter, dueAt: string): Promise<boolean> {
  return db.transaction(
    async (tx, email: MailRow | undefined) => {
      if (!email) return false;
      await failpoint('mail.taken');
      const { id, traceParent } = email;
      const outcome = await continueRequest(
        'send mail',
        { kind: SpanKind.CLIENT, attributes: { mail: id }, traceParent, otherId: newRequestId() },
        () => send(transport, email),
      );
      await failpoint('mail.sent');
      await note(tx, email, outcome);
      return outcome !== 'away';
    },
    {
      limits: WAITING_LIMITS,
      peek: (sql) => sql.maybe<MailRow>`
        SELECT id, recipient, subject, body_text, body_html, attachments, trace_parent FROM mail
        WHERE sent_at IS NULL AND next_try_at <= ${dueAt}::timestamptz ORDER BY next_try_at LIMIT 1
        FOR UPDATE SKIP LOCKED`,
    },
  );
}

async function note(tx: TransactionSql, { id }: MailRow, outcome: Outcome): Promise<void> {
  if (outcome === 'sent') {
    // an email may hold a sign-in link, so its text is deleted
    tx.atCommit.run`
      UPDATE mail
      SET sent_at = clock_timestamp(), body_text = '', body_html = '', attachments = '[]'
      WHERE id = ${id}`;
    return;
  }
  const isFinal = outcome === 'refused';
  const mayDie = outcome === 'deferred';
  const dead = await tx.maybe<Pick<tables.Mail, 'deadAt'>>`
    UPDATE mail SET attempts = attempts + 1, dead_at = CASE WHEN is_dead THEN clock_timestamp() END,
      next_try_at = CASE WHEN is_dead THEN 'infinity'
        ELSE clock_timestamp() + least(${MAX_PAUSE_SECONDS[outcome]}::integer,
          power(2, least(attempts, 12))) * interval '1 second' END
    FROM (SELECT ${isFinal}::boolean OR ${mayDie}::boolean
      AND created_at < clock_timestamp() - ${GIVE_UP_DAYS}::integer * interval '1 day' AS is_dead
      FROM mail WHERE id = ${id}) AS known
    WHERE id = ${id} RETURNING dead_at`;
  if (dead?.deadAt)
    log.error(
      { mail: id },
      'mail was refused and is a dead letter now; see services/kit/commands/redrive.ts',
    );
}

async function send(transport: Transporter, email: MailRow): Promise<Outcome> {
  try {
    // a fixed Message-ID lets the receiving side drop a copy, should the process die between the
    // server's answer and the commit
    await transport.sendMail({
      to: email.recipient,
      subject: email.subject,
      text: email.bodyText,
      html: email.bodyHtml,
      attachments: email.attachments,
      // asks for no automatic replies
      headers: { 'Auto-Submitted': 'auto-generated' },
      messageId: `<${email.id}@jse.portal>`,
    });
    return 'sent';
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const outcome = mailFailure(error as { code?: string; responseCode?: number });
    log.warn({ mail: email.id, reason: code, answer: responseCode, outcome }, 'mail not sent');
    return outcome;
  }
}
