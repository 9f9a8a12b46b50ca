import { readFileSync } from 'node:fs';

/** A server's process and its children, such as the backends of PostgreSQL. */
function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Runs `work` while a server and its children are stopped (SIGSTOP): they hold connections. */
export async function whileStopped(pid: number | undefined, work: () => Promise<void>) {
  if (pid === undefined) throw new Error('the server does not run');
  const stopped = withChildren(pid);
  for (const one of stopped) process.kill(one, 'SIGSTOP');
  try {
    await work();
  } finally {
    for (const one of stopped) process.kill(one, 'SIGCONT');
  }
}
