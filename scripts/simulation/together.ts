import { simulateApart } from './apart.ts';
import type { Options, Result } from './live.ts';
import type { Plan } from './world/plan.ts';

/** Distributes the seeds among processes; the first world that breaks ends them all. */
export async function liveTogether(options: Options, workers: number): Promise<Result> {
  const { seed, seeds, steps, minutes, mutant } = options;
  const stop = new AbortController();
  let isOk = true;
  let broken: Plan | null = null;
  let done = 0;
  let cpuSeconds = 0;
  const work = async (_: unknown, index: number) => {
    const given = {
      seed: seed + index,
      stride: workers,
      seeds: Math.ceil((seeds - index) / workers),
      steps,
      workers: 1,
      keep: '',
      minutes: minutes ?? undefined,
      mutant,
    };
    const { status, output } = await simulateApart(given, {
      signal: stop.signal,
      onOutput: (text) => process.stdout.write(text),
    });
    const total = /^(\d+) steps in ([\d.]+) s of CPU/m.exec(output);
    done += Number(total?.[1] ?? 0);
    cpuSeconds += Number(total?.[2] ?? 0);
    if (status === 0 || stop.signal.aborted) return;
    isOk = false;
    const plan = /^plan: (.*)$/m.exec(output)?.[1];
    if (plan !== undefined) broken = JSON.parse(plan) as Plan;
    stop.abort();
  };
  await Promise.all(Array.from({ length: workers }, work));
  if (isOk)
    process.stdout.write(
      `all: ${done} steps in ${cpuSeconds.toFixed(1)} s of CPU, ` +
        `${Math.round(done / cpuSeconds)} a second on each of ${workers} cores\n`,
    );
  return { isOk, broken };
}
