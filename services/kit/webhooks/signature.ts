import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret of an address, as its owner is shown it once. */
export const newWebhookSecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

const sign = (secret: string, text: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64')}`;

/** The signed content, its secrets and its time. */
interface Signed {
  /** The same for every try. */
  id: string;
  /** When the try is made. */
  at: Date;
  body: string;
  /** The newest first; two while a secret is being rotated. */
  secrets: readonly string[];
}

/** The headers of a webhook by Standard Webhooks. */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const text = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => sign(secret, text)).join(' '),
  };
}
