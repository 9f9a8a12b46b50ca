import { simulator } from './simulate.ts';
import { wholeWorld } from './world/plan.ts';

export interface Options {
  /** The first seed, and how far the next one is. */
  seed: number;
  stride: number;
  seeds: number;
  steps: number;
  minutes: number | null;
  mutant: string | undefined;
  isTraced: boolean;
}

/** Real time, before it is simulated. */
const realNow = performance.now.bind(performance);
const cpuUsage = process.cpuUsage.bind(process);

/** Lives through worlds, one after the other, until one breaks; the exit code. */
export async function live(options: Options): Promise<number> {
  const { seed: first, stride, seeds, minutes, mutant } = options;
  const run = await simulator(mutant);
  const from = realNow();
  const before = cpuUsage();
  let steps = 0;
  let worlds = 0;
  const isOver = () => (minutes === null ? worlds >= seeds : realNow() - from > minutes * 60_000);
  while (!isOver()) {
    const seed = first + worlds++ * stride;
    const story = await run(wholeWorld(seed, options.steps));
    steps += story.steps;
    if (options.isTraced) process.stdout.write(`${story.trace.join('\n')}\n`);
    process.stdout.write(`seed ${seed}: ${story.steps} steps, ${story.digest}\n`);
    if (story.broken) {
      process.stdout.write(`${JSON.stringify(story.broken, null, 1)}\n`);
      process.stdout.write(`broken: ${Object.keys(story.broken).join(', ')}\n`);
      return 1;
    }
  }
  const { user, system } = cpuUsage(before);
  const seconds = (user + system) / 1e6;
  process.stdout.write(
    `${steps} steps in ${seconds.toFixed(1)} s of CPU, ${Math.round(steps / seconds)} a second\n`,
  );
  return 0;
}
