import type { Sql } from '../database/database.ts';
import { type Call, scopeOf } from './command.ts';
import type { Process } from './process-definition.ts';

/**
 * A call with answers of other services, fetched before the process begins: a transaction calls no
 * other service.
 */
interface PrefetchedCall<T> extends Call {
  prefetched: T;
}

/** Returns the prefetched answers. Only for processes that `startWithPrefetch` started. */
export const prefetchedOf = <T>(call: Call): T => (call as PrefetchedCall<T>).prefetched;

/** Returns whether a process with the key of this call exists. */
async function hasProcess(sql: Sql, name: string, scope: string, key: string): Promise<boolean> {
  return (
    (await sql.maybe`
      SELECT 1 AS known FROM process
      WHERE name = ${name} AND scope = ${scope} AND key = ${key}`) !== undefined
  );
}

/**
 * Starts a process with the answers that `prefetch` returns. For a key with a process it fetches
 * nothing: the process returns its first answer, or continues where it stopped. The same holds when
 * `prefetch` fails because a concurrent duplicate of the request began the process.
 */
export async function startWithPrefetch<I, A, T>(
  process: Pick<Process<I, A>, 'name' | 'start'>,
  call: Call,
  input: I,
  prefetch: () => Promise<T>,
): Promise<A> {
  const { db, actor, key } = call;
  const isKnown = async () =>
    key !== null && (await hasProcess(db, process.name, scopeOf(actor), key));
  if (await isKnown()) return process.start(call, input);
  let prefetched: T;
  try {
    prefetched = await prefetch();
  } catch (error) {
    if (await isKnown()) return process.start(call, input);
    throw error;
  }
  const prefetchedCall: PrefetchedCall<T> = { ...call, prefetched };
  return process.start(prefetchedCall, input);
}
