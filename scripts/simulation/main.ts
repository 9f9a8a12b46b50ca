import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { keepSmallest } from './keep.ts';
import { live } from './live.ts';
import { proveMutants } from './prove.ts';
import { type KnownSeed, planOf, SEEDS_FILE } from './seeds.ts';
import { type Simulate, simulator } from './simulate.ts';
import { liveTogether } from './together.ts';

// `npm run simulate`: lives through worlds from seeds on each core until the time or the seeds are
// used up.

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
    plan: { type: 'string' },
    keep: { type: 'string' },
    tries: { type: 'string', default: '200' },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(
    `npm run simulate -- [--seed S] [--seeds N] [--steps M] [--minutes T] [--trace]
  --seed     the first seed; a fresh one unless given
  --seeds    how many worlds
  --steps    events in each until people go home
  --minutes  goes on for so long, however many worlds that are
  --workers  processes that simulate; one a core unless given
  --plan     the only world to live through, as seeds.json has it
  --keep     the file of known seeds to which a world that breaks is added, made small; seeds.json
             unless given or with a mutant, none where it is empty
  --tries    how many worlds are tried to make it small
  --trace    prints all that happened in each, with one worker
  --mutant   with a mistake in the product (mutants.ts), which has to be found
  --mutants  whether all of these mistakes are found
`,
  );
} else {
  const options = {
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
    stride: Number(values.stride),
    seeds: Number(values.seeds),
    steps: Number(values.steps),
    minutes: values.minutes === undefined ? null : Number(values.minutes),
    mutant: values.mutant,
    isTraced: values.trace,
    plan: values.plan === undefined ? null : planOf(JSON.parse(values.plan) as KnownSeed),
  };
  const isAlone = values.trace || options.plan !== null;
  const workers = isAlone ? 1 : Math.min(Number(values.workers), options.seeds);
  const file = values.keep ?? (values.mutant === undefined ? SEEDS_FILE : '');
  if (values.mutants) process.exitCode = await proveMutants(options.seed);
  else {
    let run: Simulate | undefined;
    const simulate = async () => (run ??= await simulator(values.mutant));
    const { isOk, broken } =
      workers > 1 ? await liveTogether(options, workers) : await live(options, await simulate());
    if (broken && file !== '')
      await keepSmallest(broken, await simulate(), { file, tries: Number(values.tries) });
    process.exitCode = isOk ? 0 : 1;
  }
}
