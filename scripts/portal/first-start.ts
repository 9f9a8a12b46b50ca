import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WARN = 40;
/** The BFF logs this when Redis takes a second for a response, as on a busy machine. */
const SLOW_REDIS = 'the queue is counted by each replica until redis is available';
const STACK_FRAME = /^\s+at .+:\d+:\d+\)?$/;

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
}

const lines = (dataDir: string, file: string): readonly string[] =>
  readFileSync(join(dataDir, 'logs', file), 'utf8')
    .split('\n')
    .filter(Boolean);

const read = (line: string): Line | null =>
  line.startsWith('{"level"') ? (JSON.parse(line) as Line) : null;

/**
 * Returns the warnings, errors and stack frames that a first start left in the logs of a data
 * folder, except one of a slow machine. A first start ends when the BFF serves. Throws when the BFF
 * never did.
 */
export function firstStartWarnings(dataDir: string): readonly string[] {
  const served = lines(dataDir, 'bff.log')
    .map(read)
    .find((line) => line?.msg === 'serving');
  if (!served) throw new Error(`the portal of ${dataDir} was never ready`);
  const isWarning = (line: string): boolean => {
    const entry = read(line);
    if (entry === null) return STACK_FRAME.test(line);
    return entry.level >= WARN && entry.time <= served.time && entry.msg !== SLOW_REDIS;
  };
  return readdirSync(join(dataDir, 'logs')).flatMap((file) =>
    lines(dataDir, file)
      .filter(isWarning)
      .map((line) => `${file}: ${line}`),
  );
}
