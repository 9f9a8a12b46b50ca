import type { Sql } from '../database/database.ts';
import { type Call, scopeOf } from './command.ts';
import type { Process } from './process-definition.ts';

/**
 * A call with what other services said about it, asked before the process begins: a transaction
 * asks nobody.
 */
interface AskedCall<T> extends Call {
  asked: T;
}

/** What was asked before. Only for processes that are started with `startAsked`. */
export const askedOf = <T>(call: Call): T => (call as AskedCall<T>).asked;

/** Whether a process with the key of this call stands already. */
async function hasProcess(sql: Sql, name: string, scope: string, key: string): Promise<boolean> {
  return (
    (await sql.maybe`
      SELECT 1 AS known FROM process WHERE name = ${name} AND scope = ${scope} AND key = ${key}`) !==
    undefined
  );
}

/**
 * Starts a process with what `ask` finds out. A key that is known already asks nobody: its answer
 * stands, or it goes on from where it stopped; so it does where the same request began it while
 * this one was asking and was refused for it.
 */
export async function startAsked<I, A, T>(
  process: Pick<Process<I, A>, 'name' | 'start'>,
  call: Call,
  input: I,
  ask: () => Promise<T>,
): Promise<A> {
  const { db, actor, key } = call;
  const isKnown = async () =>
    key !== null && (await hasProcess(db, process.name, scopeOf(actor), key));
  if (await isKnown()) return process.start(call, input);
  let asked: T;
  try {
    asked = await ask();
  } catch (error) {
    if (await isKnown()) return process.start(call, input);
    throw error;
  }
  const askedCall: AskedCall<T> = { ...call, asked };
  return process.start(askedCall, input);
}
