import { EventEmitter } from 'node:events';
import type { PendingWork } from '@portal/kit/jobs/commit-signal';
import { cluster } from './cluster.ts';
import type { Host } from './runtime.ts';

// Stands in for commit-signal.ts of kit, which keeps for a process what its commits left. Here many
// processes share one, and one world follows another: each simulated process has signals of its own.

const WAIT_MS = 15;

interface Signals {
  readonly told: Set<PendingWork>;
  readonly heard: EventEmitter;
}
const byHost = new WeakMap<Host, Signals>();

function ownSignals(): Signals {
  const host = cluster().runtime.here.getStore();
  if (!host) throw new Error('a commit is signalled within a simulated process');
  const own = byHost.get(host) ?? { told: new Set(), heard: new EventEmitter() };
  byHost.set(host, own);
  return own;
}

export function signalCommit(left: PendingWork): void {
  const { told, heard } = ownSignals();
  if (told.has(left)) return;
  told.add(left);
  setTimeout(() => {
    told.delete(left);
    heard.emit(left);
  }, WAIT_MS);
}

export function onCommit(left: PendingWork, listener: () => void): () => void {
  const { heard } = ownSignals();
  heard.on(left, listener);
  return () => heard.off(left, listener);
}
