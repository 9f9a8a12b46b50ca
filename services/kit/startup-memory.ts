import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back the memory that loading a program took and left behind, some 10 to 45 MB of each
 * process, which V8 would keep for hours where little happens. It stops the process for a moment,
 * so it is for before the first call.
 */
export function giveBackStartupMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: object) => void;
  setFlagsFromString('--no-expose-gc');
  // the last resort is the one collection that also returns the pages to the system
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
