import { readFileSync } from 'node:fs';
import type { Portal } from '../start/portal-handle.ts';

const parts = [
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
  'bff',
] as const;

/**
 * Returns the memory of the portal's own processes at rest: the sum of their PSS, in MB. Needs
 * /proc.
 */
export function memoryAtRest(portal: Portal): { total: number; each: Record<string, number> } {
  const each = Object.fromEntries(
    parts.map((part) => {
      const rollup = readFileSync(`/proc/${portal.pid(part)}/smaps_rollup`, 'utf8');
      return [part, Math.round(Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024)];
    }),
  );
  return { total: Object.values(each).reduce((sum, mb) => sum + mb, 0), each };
}
