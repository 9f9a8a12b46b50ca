import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../start/paths.ts';
import { planOf } from './plan/plan.ts';
import { jsonOf, textOf } from './report.ts';
import { runChaos } from './run-chaos.ts';

// npm run chaos [-- --minutes 20 --seed N --out folder]: people use a separate portal while its
// processes are killed, paused, slowed and cut off. Exit code 1 if there are findings.

process.on('disconnect', () => process.exit(1));
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string' },
    out: { type: 'string', default: '.data/chaos' },
    'keep-data': { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(minutes >= 1 && minutes <= 600) || !Number.isSafeInteger(seed)) {
  process.stderr.write('npm run chaos -- [--minutes 1 to 600] [--seed N] [--out folder]\n');
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const repeat = `npm run chaos -- --minutes ${minutes} --seed ${seed}`;
say(`Chaos for ${minutes} minutes, seed ${seed}; again by: ${repeat}`);
const durationMs = minutes * 60_000;
const plan = planOf(seed, durationMs);
const run = await runChaos({
  seed,
  plan,
  durationMs,
  report: say,
  keepData: values['keep-data'],
});
const folder = resolve(ROOT, values.out);
mkdirSync(folder, { recursive: true });
const name = resolve(folder, `seed-${seed}-${minutes}-minutes`);
const text = textOf(run, { seed, minutes });
writeFileSync(`${name}.txt`, text);
writeFileSync(`${name}.json`, jsonOf(run, { seed, minutes }));
say(`\n${text}\nWritten to ${name}.txt and .json; again by: ${repeat}`);
const { recorded, findings } = run;
say(
  `${recorded.inflicted.length} faults, ${recorded.operations.length} operations, ` +
    `${findings.length} findings`,
);
process.exit(findings.length === 0 ? 0 : 1);
