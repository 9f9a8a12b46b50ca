import { breakPartner } from '../../portal/processor.ts';
import { signalAll } from '../../start/processes/process-of.ts';
import { processTree } from '../../start/processes/process-tree.ts';
import type { Fault } from '../plan/plan.ts';
import { isPartner, type ProcessTarget } from '../plan/targets.ts';
import type { ChaosPortal } from './chaos-portal.ts';

type Mode = Parameters<typeof breakPartner>[0]['mode'];

/** Starts a fault; returns a function that ends it. A kill needs no end. */
export async function inflict(chaos: ChaosPortal, fault: Fault): Promise<() => Promise<void>> {
  const { target, kind, ms } = fault;
  if (isPartner(target)) {
    await breakPartner({ partner: target, mode: kind as Mode, ...(ms > 0 ? { ms } : {}) });
    return () => mendPartner(chaos, target);
  }
  if (kind === 'kill') chaos.portal.kill(target);
  else if (kind === 'pause') return pause(chaos, target);
  else return spoil(chaos, { ...fault, target });
  return async () => {};
}

async function mendPartner({ portal }: ChaosPortal, partner: string): Promise<void> {
  await fetch(`${portal.sandboxUrl}/__faults?partner=${partner}`, { method: 'DELETE' });
}

function pause({ portal }: ChaosPortal, target: ProcessTarget): () => Promise<void> {
  const pid = portal.pid(target);
  const tree = pid === undefined ? [] : processTree(pid);
  signalAll(tree, 'SIGSTOP');
  return async () => signalAll(tree, 'SIGCONT');
}

function spoil(
  { networks }: ChaosPortal,
  { target, kind, ms }: Fault & { target: ProcessTarget },
): () => Promise<void> {
  const network = networks[target];
  if (kind === 'slow') network.slow(ms);
  else if (kind === 'refuse') network.refuse();
  else network.stall();
  return async () => {
    network.mend();
    // processes notice a dead connection themselves; a person's browser is notified
    if (target === 'bff' && kind === 'stall') network.reset();
  };
}
