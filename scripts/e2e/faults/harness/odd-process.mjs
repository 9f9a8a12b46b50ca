// Loaded into the services by --import in fault tests only: moves the clock that the process reads,
// and keeps its one thread busy.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { ODD_PROCESSES: folder, PART: part } = process.env;
const numberIn = (what) => {
  const file = join(folder, `${part} ${what}`);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};

// Moves the clock of the machine, as far as a program can read it; counters are unaffected, as on a
// machine whose clock is set.
let movedBy = numberIn('clock');
globalThis.Date = new Proxy(Date, {
  get: (real, name) => (name === 'now' ? () => real.now() + movedBy : Reflect.get(real, name)),
  construct: (real, args, made) =>
    Reflect.construct(real, args.length > 0 ? args : [real.now() + movedBy], made),
});

process.on('SIGHUP', () => {
  movedBy = numberIn('clock');
});
process.on('SIGUSR2', () => {
  const until = performance.now() + numberIn('busy');
  while (performance.now() < until);
});
