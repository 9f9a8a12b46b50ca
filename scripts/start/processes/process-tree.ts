import { readdirSync, readFileSync } from 'node:fs';

/**
 * Returns a process and its descendants: PostgreSQL works in child processes, which a signal to
 * their parent does not reach.
 */
export function processTree(root: number): number[] {
  const children = Map.groupBy(parents(), ([, parent]) => parent);
  const found: number[] = [];
  const add = (pid: number): void => {
    found.push(pid);
    for (const [child] of children.get(pid) ?? []) add(child);
  };
  add(root);
  return found;
}

/** Returns every process with its parent. */
function parents(): [pid: number, parent: number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '');
        return [[Number(name), Number(stat.split(' ')[1])]];
      } catch {
        return []; // it has ended
      }
    });
}
