// Loaded into the services by --import in fault tests only: ends or stops the process at a marked
// step, as kill -9 or kill -STOP would.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const { MARKS_TO_DIE_AT: folder, MARKS_SEEN: seen, PART: part } = process.env;

/**
 * A file by the name of the mark says that it is to be died at (or which signal is to come there);
 * it goes with the process, so that the restarted one lives.
 */
globalThis[Symbol.for('portal.failpoints')] = (mark) => {
  appendFileSync(seen, `${part} ${mark}\n`);
  const wish = join(folder, `${part} ${mark}`);
  if (!existsSync(wish)) return;
  const signal = readFileSync(wish, 'utf8') || 'SIGKILL';
  rmSync(wish, { force: true });
  process.kill(process.pid, signal);
  if (signal === 'SIGKILL') return new Promise(() => {});
};
