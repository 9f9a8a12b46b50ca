// Runs a k6 scenario against a portal that is up: `node scripts/load/run-k6.ts [scenario.js]`, with
// BASE_URL, DURATION and the scenario's other settings from the environment. Exit code 0 when every
// threshold holds, 1 when one does not or k6 is not here.
import { spawn } from 'node:child_process';
import { basename, resolve as fromHere } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findTool, missing } from '../checks/charts/tools.ts';

const settings = [
  'BASE_URL',
  'USERS',
  'LOAD_USERS',
  'READERS',
  'DURATION',
  'THINK',
  'RATE',
  'RETRY',
  'CONTROL',
  'REPORT',
] as const;
export type LoadSettings = Partial<Record<(typeof settings)[number], string>>;

export interface LoadResult {
  ok: boolean;
  /** What k6 printed: the figures, and each threshold that was missed. */
  text: string;
}

/**
 * Runs a scenario of this folder and says whether its thresholds held. Throws when k6 is not here.
 */
export function runScenario(given: LoadSettings, scenario = 'first-exam.js'): Promise<LoadResult> {
  const k6 = findTool('k6');
  if (!k6) throw new Error(missing('k6'));
  const file = fileURLToPath(new URL(scenario, import.meta.url));
  // k6 reads a relative path from the script's folder; people mean the one they are in.
  const said: LoadSettings = given.USERS ? { ...given, USERS: fromHere(given.USERS) } : given;
  const env = settings.flatMap((name) => (said[name] ? ['--env', `${name}=${said[name]}`] : []));
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', ...env, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, text }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { ok, text } = await runScenario(
      { DURATION: '10s', ...process.env },
      basename(process.argv[2] ?? 'first-exam.js'),
    );
    process.stdout.write(text);
    process.exit(ok ? 0 : 1);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
