import { signalAll } from '../../../start/processes/process-of.ts';
import { processTree } from '../../../start/processes/process-tree.ts';

/** Runs `work` while a server and its children are stopped (SIGSTOP): they hold connections. */
export async function whileStopped(pid: number | undefined, work: () => Promise<void>) {
  if (pid === undefined) throw new Error('the server does not run');
  const stopped = processTree(pid);
  signalAll(stopped, 'SIGSTOP');
  try {
    await work();
  } finally {
    signalAll(stopped, 'SIGCONT');
  }
}
