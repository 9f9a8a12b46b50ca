import { parseArgs } from 'node:util';
import type { LogEntry } from '../postgres/server.ts';
import { simulator } from '../simulate.ts';
import { wholeWorld } from '../world/plan.ts';
import { writeLogs } from './log-file.ts';

// Lives through one world and writes the statements of its databases to a file, by service.

const { values } = parseArgs({
  options: { seed: { type: 'string' }, steps: { type: 'string' }, file: { type: 'string' } },
});
const { seed, steps, file = '' } = values;
// few seats, so that waiting lists form
const plan = { ...wholeWorld(Number(seed), Number(steps)), sessions: 2 };
const logs: Record<string, LogEntry[]> = {};
const simulate = await simulator();
const { broken } = await simulate(plan, (service, entry) => {
  logs[service] ??= [];
  logs[service].push({ ...entry, values: [...entry.values] });
});
if (broken) throw new Error(`the world of seed ${seed} is broken: ${JSON.stringify(broken)}`);
writeLogs(file, logs);
