import type pg from 'pg';
import { isOutdatedPlan, isWrongPassword, leavesConnectionGood } from './database-errors.ts';
import { socketOf } from './pg-connection.ts';
import type { StallWatch } from './stalled-connections.ts';

export type Answer = pg.QueryArrayResult<unknown[]>;

/** Sends the statements that a connection gets in one turn of the event loop in one write. */
function writeTogether(client: pg.PoolClient): void {
  const socket = socketOf(client);
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** A connection of a pool in the hands of one piece of work. */
export interface Borrowed {
  /**
   * Sends a statement; without an answer after so many milliseconds (0: no limit) the connection is
   * given up.
   */
  ask(query: pg.QueryArrayConfig | string, ms: number): Promise<Answer>;
  /** Whether the connection can run no further statement. */
  isBroken(): boolean;
}

/**
 * Lends connections of a pool. One that broke, or on which no answer came, is closed and never goes
 * back. `prepares`: statements with a name are prepared once a connection. `passwords`: how many
 * there are that the server may have.
 */
export function lender(
  pool: pg.Pool,
  watch: StallWatch,
  { prepares, passwords }: { prepares: boolean; passwords: () => number },
) {
  // counts migrations that were met: what older connections prepared is outdated with the first one
  let epoch = 0;
  const epochOf = new WeakMap<pg.PoolClient, number>();
  /** With the next password where the server has not, or no longer, the one that was tried. */
  const signIn = async (): Promise<pg.PoolClient> => {
    // connections that were begun with the other one may come between
    for (let left = 2 * passwords() - 1; ; ) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!isWrongPassword(error) || --left <= 0) throw error;
      }
    }
  };
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await signIn();
      if (!epochOf.has(client)) epochOf.set(client, epoch);
      if (epochOf.get(client) === epoch) return client;
      client.release(true);
    }
  };
  return async <T>(work: (connection: Borrowed) => Promise<T>): Promise<T> => {
    const client = await connect();
    let broken: Error | undefined;
    // the server may close an idle connection, e.g. when it restarts; the next statement reports
    // that
    const lost = (error: Error) => {
      broken = error;
    };
    client.on('error', lost);
    const ask = async (query: pg.QueryArrayConfig | string, ms: number): Promise<Answer> => {
      const { name, ...unnamed }: pg.QueryConfig =
        typeof query === 'string' ? { text: query } : query;
      const config = prepares && name !== undefined ? { ...unnamed, name } : unnamed;
      watch.begin(client);
      writeTogether(client);
      try {
        return (await client.query({
          ...config,
          ...(ms > 0 ? { query_timeout: ms } : {}),
        })) as Answer;
      } catch (error) {
        if (!leavesConnectionGood(error)) broken = error as Error;
        if (isOutdatedPlan(error) && epochOf.get(client) === epoch) epoch++;
        throw error;
      } finally {
        watch.end(client);
      }
    };
    try {
      return await work({ ask, isBroken: () => broken !== undefined });
    } finally {
      client.off('error', lost);
      client.release(broken);
    }
  };
}
