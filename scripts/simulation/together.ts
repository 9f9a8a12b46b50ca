import { simulateApart } from './apart.ts';
import type { Options } from './live.ts';

/** Shares the seeds out among processes; the first world that breaks ends them all. The exit code. */
export async function liveTogether(options: Options, workers: number): Promise<number> {
  const { seed, seeds, steps, minutes, mutant } = options;
  const stop = new AbortController();
  let code = 0;
  let done = 0;
  let cpuSeconds = 0;
  const work = async (_: unknown, index: number) => {
    const numbers = {
      seed: seed + index,
      stride: workers,
      seeds: Math.ceil((seeds - index) / workers),
      steps,
      workers: 1,
      ...(minutes === null ? {} : { minutes }),
    };
    const args = Object.entries(numbers).flatMap(([key, value]) => [`--${key}`, String(value)]);
    const { status, output } = await simulateApart(
      mutant === undefined ? args : [...args, '--mutant', mutant],
      { signal: stop.signal, tell: (text) => process.stdout.write(text) },
    );
    const told = /^(\d+) steps in ([\d.]+) s of CPU/m.exec(output);
    done += Number(told?.[1] ?? 0);
    cpuSeconds += Number(told?.[2] ?? 0);
    if (status === 0 || stop.signal.aborted) return;
    code = 1;
    stop.abort();
  };
  await Promise.all(Array.from({ length: workers }, work));
  if (code === 0)
    process.stdout.write(
      `all: ${done} steps in ${cpuSeconds.toFixed(1)} s of CPU, ${Math.round(done / cpuSeconds)} a second on each of ${workers} cores\n`,
    );
  return code;
}
