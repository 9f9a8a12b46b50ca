import { createTransport, type Transporter } from 'nodemailer';
import type { Database, Sql } from './database.ts';
import type { Job } from './jobs.ts';
import { log } from './log.ts';
import { mark } from './marks.ts';

/** A mail to send once. The key names its cause (event and template), so that the same cause never sends twice. */
export interface Letter {
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: string }[];
}

interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  bodyText: string;
  bodyHtml: string;
  attachments: NonNullable<Letter['attachments']>;
}

/** Letters of one batch and how many connections they go over: a new connection for each costs twenty times the letter itself. */
const BATCH = 20;
const CONNECTIONS = 4;
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** How a letter ended: a server that is away has not looked at it, one that refused it has. */
type Outcome = 'sent' | 'away' | 'refused';
/** Longest pauses before a letter is tried again. A server that is back after a day finds what waits within seconds (F15). */
const LONGEST_PAUSE_SECONDS = { away: 10, refused: 3600 } as const;
/** What nodemailer calls a server that is not there, or goes away in the middle. */
const AWAY = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** Sends waiting letters, for as long as it takes: a mail server that is away makes them wait, a letter that it refuses waits longer and longer. */
export function mailJob(db: Database, { smtpUrl, from }: { smtpUrl: string; from: string }): Job {
  let transport: Transporter | undefined;
  return {
    name: 'mail',
    everySeconds: 2,
    onCommit: true,
    async run() {
      transport ??= createTransport({ url: smtpUrl, pool: true, maxConnections: CONNECTIONS, ...PATIENCE }, { from });
      for (let goesOn = true; goesOn; ) goesOn = await sendSome(db, transport);
    },
  };
}

/** Sends a batch; false when nothing is left to be sent now, or nobody takes it. */
async function sendSome(db: Database, transport: Transporter): Promise<boolean> {
  return db.transaction(async (tx) => {
    const letters = await tx.many<MailRow>`
      SELECT id, recipient, subject, body_text, body_html, attachments FROM mail
      WHERE sent_at IS NULL AND next_try_at <= clock_timestamp() ORDER BY next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    if (letters.length === 0) return false;
    // each is noted as it ends: the database ends a transaction that says nothing for a minute, and all of its letters would go out again
    let noted = Promise.resolve();
    const outcomes = await Promise.all(
      letters.map(async (letter) => {
        const outcome = await send(transport, letter);
        noted = noted.then(() => note(tx, letter, outcome)); // one connection, one statement after the other
        await noted;
        return outcome;
      }),
    );
    await mark('mail.sent');
    return letters.length === BATCH && outcomes.includes('sent');
  });
}

async function note(tx: Sql, { id }: MailRow, outcome: Outcome): Promise<void> {
  // a letter may hold a link that signs somebody in, so its text is not kept
  if (outcome === 'sent')
    await tx.run`UPDATE mail SET sent_at = clock_timestamp(), body_text = '', body_html = '', attachments = '[]' WHERE id = ${id}`;
  else
    await tx.run`
      UPDATE mail SET attempts = attempts + 1,
        next_try_at = clock_timestamp() + least(${LONGEST_PAUSE_SECONDS[outcome]}::integer, power(2, least(attempts, 12))) * interval '1 second'
      WHERE id = ${id}`;
}

async function send(transport: Transporter, letter: MailRow): Promise<Outcome> {
  try {
    // a fixed Message-ID lets the receiving side drop a copy, should the process die between sending and noting it
    await transport.sendMail({
      to: letter.recipient,
      subject: letter.subject,
      text: letter.bodyText,
      html: letter.bodyHtml,
      attachments: letter.attachments,
      // nobody's holiday answer is wanted
      headers: { 'Auto-Submitted': 'auto-generated' },
      messageId: `<${letter.id}@jse.portal>`,
    });
    return 'sent';
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const outcome = responseCode === undefined && AWAY.includes(code ?? '') ? 'away' : 'refused';
    log.warn({ mail: letter.id, reason: code, answer: responseCode }, 'mail not sent, will be tried again');
    return outcome;
  }
}
