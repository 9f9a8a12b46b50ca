import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';

// `npm run simulate`: worlds from seeds, one after the other, until the time or the seeds are over.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    steps: { type: 'string', default: '20000' },
    minutes: { type: 'string' },
    mutant: { type: 'string' },
    trace: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`npm run simulate -- [--seed S] [--seeds N] [--steps M] [--minutes T] [--trace]
  --seed     the first seed; a fresh one unless given
  --seeds    how many worlds
  --steps    events in each until people go home
  --minutes  goes on for so long, however many worlds that are
  --trace    prints all that happened in each
  --mutant   with a guard off (postgres statements are rewritten): its damage has to be found
`);
} else
  process.exitCode = await simulate({
    seed: values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed),
    seeds: Number(values.seeds),
    steps: Number(values.steps),
    minutes: values.minutes === undefined ? null : Number(values.minutes),
    mutant: values.mutant,
    isTraced: values.trace,
  });
