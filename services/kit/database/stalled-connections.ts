import pg from 'pg';
import { pidOf, socketOf } from './pg-connection.ts';

/** A statement that has waited so long for its answer is looked after. */
const LOOK_AFTER_MS = 2_000;
/**
 * How long the server may take to list its active statements; after that it counts as unreachable.
 */
const PROBE_MS = 4_000;

/** Looks after the statements of a pool that wait for their answers. */
export interface StallWatch {
  begin(client: pg.ClientBase): void;
  end(client: pg.ClientBase): void;
}

/**
 * Closes connections that will get no answer: the network stalled, or it dropped the connection
 * silently. For a statement that has waited two seconds, another connection checks whether the
 * server is working on it; if it is not, or if the server cannot be reached, the statement fails at
 * once and does not wait for the end of a time limit meant for slow statements.
 */
export function watchStalledConnections(config: pg.ClientConfig): StallWatch {
  /** Statements of each connection that wait, and since when nothing of it was answered. */
  const waiting = new Map<pg.ClientBase, { since: number; statements: number }>();
  let isLooking = false;
  const lookLater = () => {
    isLooking = true;
    setTimeout(() => void look(), LOOK_AFTER_MS).unref();
  };

  async function look(): Promise<void> {
    const late = [...waiting]
      .map(([client, { since }]) => [client, since] as const)
      .filter(([, since]) => performance.now() - since >= LOOK_AFTER_MS);
    if (late.length > 0) {
      const pids = late.map(([client]) => pidOf(client));
      const working = await pidsAtWork(config, pids);
      // what the server answered before it said so may have arrived unread
      await new Promise((turn) => setImmediate(turn));
      for (const [client, since] of late) {
        // answered during the probe
        if (waiting.get(client)?.since !== since) continue;
        if (working === 'unreachable' || (working !== 'unknown' && !working.has(pidOf(client))))
          close(client);
      }
    }
    isLooking = false;
    if (waiting.size > 0) lookLater();
  }

  return {
    begin(client) {
      const known = waiting.get(client);
      if (known) known.statements++;
      else waiting.set(client, { since: performance.now(), statements: 1 });
      if (!isLooking) lookLater();
    },
    end(client) {
      const known = waiting.get(client);
      if (!known || --known.statements === 0) waiting.delete(client);
      else known.since = performance.now();
    },
  };
}

function close(client: pg.ClientBase): void {
  const error = new Error('the database does not answer');
  socketOf(client).destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
}

/**
 * Which of these connections the server works for; `unknown` when it answers but does not say, as
 * behind a pooler, which gives connections numbers of its own.
 */
async function pidsAtWork(
  config: pg.ClientConfig,
  pids: number[],
): Promise<Set<number> | 'unknown' | 'unreachable'> {
  const probe = new pg.Client({
    ...config, // its url as it is now
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  probe.on('error', () => {});
  try {
    await probe.connect();
    const { rows } = await probe.query<{ own: number; pids: number[] }>(
      `SELECT pg_backend_pid() AS own,
        ARRAY(SELECT pid FROM pg_stat_activity
        WHERE pid = ANY($1) AND state NOT LIKE 'idle%') AS pids`,
      [pids],
    );
    const [{ own, pids: working } = { own: 0, pids: [] }] = rows;
    return own === pidOf(probe) ? new Set(working) : 'unknown';
  } catch (error) {
    return (error as { severity?: string }).severity === undefined ? 'unreachable' : 'unknown';
  } finally {
    probe.end().catch(() => {});
  }
}
