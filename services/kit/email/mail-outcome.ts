/**
 * How an attempt to send a mail ended.
 * - 'away': the server is unreachable or does not talk to us at all; no mail can be sent now.
 * - 'deferred': the server may take this mail later (4xx), or refuses our login.
 * - 'refused': the server will never take this mail (5xx).
 */
export type MailFailure = 'away' | 'deferred' | 'refused';

/** Codes of nodemailer for a server that is unreachable, or that breaks off. */
const AWAY: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);
/** Commands in nodemailer's errors whose response concerns the email: MAIL FROM, RCPT TO, DATA. */
const ABOUT_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE']);
/** Answers of the 5xx range that are about the session or the login (RFC 4954, RFC 5321). */
const ABOUT_SESSION: ReadonlySet<number> = new Set([500, 502, 503, 504, 530, 534, 535, 538]);

/** Returns what a failure of nodemailer means for the mail: only a 5xx about the mail is final. */
export function mailFailure({
  code = '',
  responseCode,
}: {
  code?: string;
  responseCode?: number;
}): MailFailure {
  if (responseCode === undefined) return AWAY.has(code) ? 'away' : 'deferred';
  const isFinal = responseCode >= 500 && responseCode < 600 && !ABOUT_SESSION.has(responseCode);
  return isFinal && ABOUT_MAIL.has(code) ? 'refused' : 'deferred';
}
