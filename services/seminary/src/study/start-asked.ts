import { type Call, scopeOf } from '@portal/kit/command';
import type { Process } from '@portal/kit/process';
import { hasProcess } from './store.ts';

/** A call with what others said about it, asked before the process begins: a transaction asks nobody. */
interface AskedCall<T> extends Call {
  asked: T;
}

/** What was asked before. Only for processes that are started with `startAsked`. */
export const askedOf = <T>(call: Call): T => (call as AskedCall<T>).asked;

/** Starts a process with what `ask` finds out. A key that is known already asks nobody: its answer stands, or it goes on from where it stopped. */
export async function startAsked<I, A, T>(process: Process<I, A>, call: Call, input: I, ask: () => Promise<T>): Promise<A> {
  const isKnown = call.key !== null && (await hasProcess(call.db, process.name, scopeOf(call.actor), call.key));
  if (isKnown) return process.start(call, input);
  const asked: AskedCall<T> = { ...call, asked: await ask() };
  return process.start(asked, input);
}
