import { EventEmitter } from 'node:events';

/** The kinds of work that a commit may leave to a job. */
export type PendingWork = 'event' | 'retry' | 'email' | 'reset request' | 'webhook';

/** Commits within this time are signalled together. */
const WAIT_MS = 15;

const commitSignal = new EventEmitter();
const signalled = new Set<PendingWork>();

/**
 * Says that a commit left something to do; the jobs for it listen, so they need not poll fast.
 */
export function signalCommit(left: PendingWork): void {
  if (signalled.has(left)) return;
  signalled.add(left);
  setTimeout(() => {
    signalled.delete(left);
    commitSignal.emit(left);
  }, WAIT_MS).unref();
}

/** Listens for commits that left something to do; gives back how to stop. */
export function onCommit(left: PendingWork, listener: () => void): () => void {
  commitSignal.on(left, listener);
  return () => commitSignal.off(left, listener);
}
