import { Webhook } from 'standardwebhooks';
import { steadyNow } from '../steady-clock.ts';

/**
 * Verifies a webhook as its receiver does, whose clock is that of this run; gives the body. Throws
 * when the signature is wrong, or too old.
 */
export function verifyWebhook(secret: string, body: string, headers: object): unknown {
  const { now } = Date;
  Date.now = () => steadyNow().getTime();
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = now;
  }
}
