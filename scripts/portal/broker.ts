import { connect, type NatsConnection } from '@nats-io/transport-node';
import { thePortal } from './place.ts';

/** Timeout of one request to NATS; callers have shorter limits of their own. */
export const TIMEOUT_MS = 60_000;

/** Connects to the portal's NATS as the operator, with all permissions. */
export function connectBroker(): Promise<NatsConnection> {
  const { host, username, password } = new URL(thePortal.env['NATS_URL'] ?? '');
  const login = username === '' ? {} : { user: username, pass: decodeURIComponent(password) };
  return connect({ servers: host, ...login, timeout: TIMEOUT_MS });
}
