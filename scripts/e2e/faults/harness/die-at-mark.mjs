// Loaded into the services by --import in fault tests only: ends or stops the process at a
// failpoint, as kill -9 or kill -STOP would.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const { MARKS_TO_DIE_AT: folder, MARKS_SEEN: seen, PART: part } = process.env;

/**
 * A file by the name of the failpoint makes the process die there (or get the signal in it); the
 * process removes it, so that the restarted one lives.
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
