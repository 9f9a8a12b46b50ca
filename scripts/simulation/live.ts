import type { Simulate } from './simulate.ts';
import { type Plan, wholeWorld } from './world/plan.ts';

export interface Options {
  /** The first seed, and the distance to the next one. */
  seed: number;
  stride: number;
  seeds: number;
  steps: number;
  minutes: number | null;
  mutant: string | undefined;
  isTraced: boolean;
  /** The only world to live through, in place of the seeds. */
  plan: Plan | null;
}

/** The result of living through worlds; `broken` is the world that broke, if one did. */
export interface Result {
  isOk: boolean;
  broken: Plan | null;
}

/** The real clock, read before it is simulated. */
const realNow = performance.now.bind(performance);
const cpuUsage = process.cpuUsage.bind(process);

/** Lives through worlds one after the other until one breaks. */
export async function live(options: Options, run: Simulate): Promise<Result> {
  const { seed: first, stride, plan: only, minutes } = options;
  const seeds = only ? 1 : options.seeds;
  const from = realNow();
  const before = cpuUsage();
  let steps = 0;
  let worlds = 0;
  const isOver = () => (minutes === null ? worlds >= seeds : realNow() - from > minutes * 60_000);
  while (!isOver()) {
    const plan = only ?? wholeWorld(first + worlds * stride, options.steps);
    worlds++;
    const story = await run(plan);
    steps += story.steps;
    if (options.isTraced) process.stdout.write(`${story.trace.join('\n')}\n`);
    process.stdout.write(`seed ${plan.seed}: ${story.steps} steps, ${story.digest}\n`);
    if (story.broken) {
      process.stdout.write(`${JSON.stringify(story.broken, null, 1)}\n`);
      process.stdout.write(`broken: ${Object.keys(story.broken).join(', ')}\n`);
      process.stdout.write(`plan: ${JSON.stringify(plan)}\n`);
      return { isOk: false, broken: plan };
    }
  }
  const { user, system } = cpuUsage(before);
  const seconds = (user + system) / 1e6;
  process.stdout.write(
    `${steps} steps in ${seconds.toFixed(1)} s of CPU, ${Math.round(steps / seconds)} a second\n`,
  );
  return { isOk: true, broken: null };
}
