import { connect } from 'node:net';
import pg from 'pg';

const TIMEOUT_MS = 2_000;

/** Returns whether an HTTP address answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { connection: 'close' },
  });
  await answer.body?.cancel();
  return answer.status === 200;
}

/**
 * Returns whether the server on a port sends the expected text after `question` (NATS speaks first;
 * Redis answers).
 */
export function saysOn(port: number, question: string, expected: RegExp): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let heard = '';
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    // after a pause of this process, data that has arrived is read first
    socket.setTimeout(TIMEOUT_MS, () => setImmediate(() => end(expected.test(heard))));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.once('connect', () => question && socket.write(question));
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (expected.test(heard)) end(true);
      else if (heard.length > 4_096) end(false);
    });
  });
}

/** Returns whether a PostgreSQL server takes connections. */
export async function takesSql(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}
