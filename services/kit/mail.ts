import { createTransport, type Transporter } from 'nodemailer';
import type { Database } from './database.ts';
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

/** Sends waiting letters; a mail server that is away makes them wait, up to a minute between tries (F15). */
export function mailJob(db: Database, { smtpUrl, from }: { smtpUrl: string; from: string }): Job {
  let transport: Transporter | undefined;
  return {
    name: 'mail',
    everySeconds: 2,
    onCommit: true,
    async run() {
      transport ??= createTransport({ url: smtpUrl, pool: true, maxConnections: CONNECTIONS, ...PATIENCE }, { from });
      for (let sent = BATCH; sent === BATCH; ) sent = await sendSome(db, transport);
    },
  };
}

async function sendSome(db: Database, transport: Transporter): Promise<number> {
  return db.transaction(async (tx) => {
    const letters = await tx.many<MailRow>`
      SELECT id, recipient, subject, body_text, body_html, attachments FROM mail
      WHERE sent_at IS NULL AND next_try_at <= clock_timestamp() ORDER BY next_try_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
    if (letters.length === 0) return 0;
    const sent = await Promise.all(letters.map((letter) => isSent(transport, letter)));
    await mark('mail.sent');
    const idsOf = (outcome: boolean) => letters.filter((_, index) => sent[index] === outcome).map(({ id }) => id);
    // a letter may hold a link that signs somebody in, so its text is not kept
    await tx.run`UPDATE mail SET sent_at = clock_timestamp(), body_text = '', body_html = '', attachments = '[]' WHERE id = ANY(${idsOf(true)}::uuid[])`;
    await tx.run`
      UPDATE mail SET attempts = attempts + 1, next_try_at = clock_timestamp() + least(60, power(2, least(attempts, 6))) * interval '1 second'
      WHERE id = ANY(${idsOf(false)}::uuid[])`;
    return letters.length;
  });
}

async function isSent(transport: Transporter, letter: MailRow): Promise<boolean> {
  try {
    // a fixed Message-ID lets the receiving side drop a copy, should the process die between sending and noting it
    await transport.sendMail({
      to: letter.recipient,
      subject: letter.subject,
      text: letter.bodyText,
      html: letter.bodyHtml,
      attachments: letter.attachments,
      messageId: `<${letter.id}@jse.portal>`,
    });
    return true;
  } catch (error) {
    log.warn({ mail: letter.id, reason: (error as { code?: string }).code }, 'mail not sent, will be tried again');
    return false;
  }
}
