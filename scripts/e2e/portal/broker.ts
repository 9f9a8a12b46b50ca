import { connect, type NatsConnection } from '@nats-io/transport-node';
import { thePortal } from './place.ts';

/**
 * How long NATS may take to answer; whoever asks waits no longer in all than they say themselves.
 */
export const TIMEOUT_MS = 60_000;

/** A connection to the portal's NATS as the operator, who may do everything there. */
export function connectBroker(): Promise<NatsConnection> {
  const { host, username, password } = new URL(thePortal.env['NATS_URL'] ?? '');
  const login = username === '' ? {} : { user: username, pass: decodeURIComponent(password) };
  return connect({ servers: host, ...login, timeout: TIMEOUT_MS });
}
