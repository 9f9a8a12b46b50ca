// `npm run ops`: commands of operators for a portal on this machine or in a cluster.
import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { SERVICES } from '../start/paths.ts';
import { UserError } from '../start/user-error.ts';
import { backUp } from './backup.ts';
import { localStatus, runningDataDir } from './local.ts';
import { type Place, type Plan, planOf } from './plan.ts';
import { reconcile } from './reconcile.ts';
import { restore } from './restore.ts';
import { rotateKey } from './rotate-key.ts';
import { inService, kubectl, run } from './run.ts';
import { type PartStatus, statusTable } from './status.ts';
import { help } from './verbs.ts';

const PARTS = [...SERVICES, 'bff'];
// a reader that leaves (`| head`) must not end a restore half-way
process.stdout.on('error', () => {});
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Runs a probe in a pod of each deployment, so that no port needs to be open. */
function clusterStatus({ release, kubectl: words }: Place & { kind: 'cluster' }): PartStatus[] {
  const probe = `const of = (path) =>
      fetch('http://127.0.0.1:9090' + path).then(async (r) => [r.ok, await r.text()]);
    const [ready, metrics] = await Promise.all([of('/readyz'), of('/metrics')]);
    console.log(JSON.stringify([ready[0], metrics[1]]));`;
  return PARTS.map((part) => {
    const node = ['node', '--input-type=module', '--eval', probe];
    const { status, stdout } = spawnSync(
      'kubectl',
      [...words, 'exec', `deployment/${release}-${part}`, '-c', part, '--', ...node],
      { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (status !== 0) return { part, ready: false, metrics: undefined };
    const [ready, metrics] = JSON.parse(stdout) as [boolean, string];
    return { part, ready, metrics };
  });
}

async function showStatus(place: Place): Promise<number> {
  const parts =
    place.kind === 'cluster'
      ? clusterStatus(place)
      : await localStatus(runningDataDir(place.dataDir), PARTS);
  say(statusTable(parts));
  return parts.every(({ ready }) => ready) ? 0 : 1;
}

/** Refuses unless a person confirms an action that cannot be undone. */
async function confirm({ question }: Plan): Promise<void> {
  if (question === undefined) return;
  if (!process.stdin.isTTY) throw new UserError(`${question} Say --yes when that is meant.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Go on? (yes/no) `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new UserError('Nothing was done.');
}

async function carryOut(plan: Plan): Promise<number> {
  const { place, task, by } = plan;
  switch (task.kind) {
    case 'here':
      return run({ program: task.command[0] as string, args: task.command.slice(1) });
    case 'status':
      return showStatus(place);
    case 'backup':
      await backUp(plan, task.folder, task.services, say);
      return 0;
    case 'restore':
      await restore(plan, task.folder, task, say);
      return 0;
    case 'rotate':
      await rotateKey(place, task.part, say);
      return 0;
    case 'reconcile':
      return reconcile(plan, task);
    case 'service':
      return run(inService(place, task.service, task.command, by));
    default:
      break;
  }
  if (place.kind === 'local') throw new UserError('That is for a cluster.');
  for (const call of task.calls) {
    const args = call.map((word) => word.replace('{release}', place.release));
    const code = await run(kubectl(place, ...args));
    if (code !== 0) return code;
  }
  return 0;
}

try {
  const plan = planOf(process.argv.slice(2), userInfo().username);
  if (plan) {
    await confirm(plan);
    process.exitCode = await carryOut(plan);
  } else say(help());
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
process.disconnect?.();
