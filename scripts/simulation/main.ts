import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { live } from './live.ts';
import { proveMutants } from './prove.ts';
import { liveTogether } from './together.ts';

// `npm run simulate`: worlds from seeds, one after the other on each core, until the time or the
// seeds are over.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    stride: { type: 'string', default: '1' },
    steps: { type: 'string', default: '20000' },
    minutes: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    mutant: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`npm run simulate -- [--seed S] [--seeds N] [--steps M] [--minutes T] [--trace]
  --seed     the first seed; a fresh one unless given
  --seeds    how many worlds
  --steps    events in each until people go home
  --minutes  goes on for so long, however many worlds that are
  --workers  processes that simulate; one a core unless given
  --trace    prints all that happened in each, with one worker
  --mutant   with a mistake in the product (mutants.ts), which has to be found
  --mutants  whether all of these mistakes are found
`);
} else {
  const options = {
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
    stride: Number(values.stride),
    seeds: Number(values.seeds),
    steps: Number(values.steps),
    minutes: values.minutes === undefined ? null : Number(values.minutes),
    mutant: values.mutant,
    isTraced: values.trace,
  };
  const workers = Math.min(Number(values.workers), values.trace ? 1 : options.seeds);
  if (values.mutants) process.exitCode = await proveMutants(options.seed);
  else if (workers > 1) process.exitCode = await liveTogether(options, workers);
  else process.exitCode = await live(options);
}
