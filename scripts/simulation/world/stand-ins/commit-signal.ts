import { EventEmitter } from 'node:events';
import type { PendingWork } from '@portal/kit/jobs/commit-signal';
import { cluster } from '../processes/cluster.ts';
import type { Host } from '../processes/runtime.ts';

// Replaces kit's commit-signal.ts, which keeps the signals of one process. Here many processes
// share one, and one world follows another: each simulated process has its own signals.

const WAIT_MS = 15;

interface Signals {
  readonly pending: Set<PendingWork>;
  readonly emitter: EventEmitter;
}
const byHost = new WeakMap<Host, Signals>();

function ownSignals(): Signals {
  const host = cluster().runtime.here.getStore();
  if (!host) throw new Error('a commit is signalled within a simulated process');
  const own = byHost.get(host) ?? { pending: new Set(), emitter: new EventEmitter() };
  byHost.set(host, own);
  return own;
}

export function signalCommit(left: PendingWork): void {
  const { pending, emitter } = ownSignals();
  if (pending.has(left)) return;
  pending.add(left);
  setTimeout(() => {
    pending.delete(left);
    emitter.emit(left);
  }, WAIT_MS);
}

export function onCommit(left: PendingWork, listener: () => void): () => void {
  const { emitter } = ownSignals();
  emitter.on(left, listener);
  return () => emitter.off(left, listener);
}
