import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { log } from './log.ts';

/** A connection to NATS that comes back by itself; waits for the broker at the start. */
export async function connectNats(url: string, name: string): Promise<NatsConnection> {
  for (let told = false; ; told = true) {
    try {
      return await connect({
        servers: url,
        name,
        maxReconnectAttempts: -1,
        reconnectTimeWait: 250,
        pingInterval: 5000,
        waitOnFirstConnect: false,
      });
    } catch (error) {
      if (!told) log.warn({ err: error }, 'NATS is not there yet, waiting');
      await pause(300);
    }
  }
}
