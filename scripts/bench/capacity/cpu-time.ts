import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc, the same on all Linux machines known to us. */
const TICK_MS = 10;

interface Times {
  parent: number;
  own: number;
  /** CPU time of children that have ended. */
  ended: number;
}

function timesOf(pid: number): Times | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name may contain any character and ends with the last parenthesis
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { parent, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return null; // it has ended
  }
}

/**
 * Returns the milliseconds of CPU that a process and its children have used so far, including ended
 * children. Needs /proc.
 */
export function cpuTimeMs(pid: number): number {
  const own = timesOf(pid);
  if (own === null) return 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  const ticks = children.reduce((sum, times) => sum + (times?.own ?? 0), own.own + own.ended);
  return ticks * TICK_MS;
}
