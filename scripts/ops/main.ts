// `npm run ops`: what is done to a portal by hand, on this machine or in a cluster.
import { spawn, spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { ROOT, SERVICES } from '../start/paths.ts';
import { Sentence } from '../start/sentence.ts';
import { localStatus, runningDataDir, serviceEnvOf } from './local.ts';
import { type Place, type Plan, planOf } from './plan.ts';
import { type PartStatus, statusTable } from './status.ts';
import { help } from './verbs.ts';

const PARTS = [...SERVICES, 'bff'];

/** Runs a program with our own output; its exit code. */
function run(program: string, args: readonly string[], env = process.env): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new Sentence(`${program} is not here.`) : error),
    );
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Asks a pod of each part; a pod asks itself, so that no port needs to be open. */
function clusterStatus({ release, kubectl }: Place & { kind: 'cluster' }): PartStatus[] {
  const ask = `const of = (path) => fetch('http://127.0.0.1:9090' + path).then(async (r) => [r.ok, await r.text()]);
    const [ready, metrics] = await Promise.all([of('/readyz'), of('/metrics')]);
    console.log(JSON.stringify([ready[0], metrics[1]]));`;
  return PARTS.map((part) => {
    const node = ['node', '--input-type=module', '--eval', ask];
    const { status, stdout } = spawnSync(
      'kubectl',
      [...kubectl, 'exec', `deployment/${release}-${part}`, '-c', part, '--', ...node],
      { encoding: 'utf8', maxBuffer: 32 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (status !== 0) return { part, ready: false, metrics: undefined };
    const [ready, metrics] = JSON.parse(stdout) as [boolean, string];
    return { part, ready, metrics };
  });
}

async function carryOut({ place, task, by }: Plan): Promise<number> {
  if (task.kind === 'here') return run(task.command[0] as string, task.command.slice(1));
  if (task.kind === 'status') {
    const parts =
      place.kind === 'cluster'
        ? clusterStatus(place)
        : await localStatus(runningDataDir(place.dataDir), PARTS);
    process.stdout.write(`${statusTable(parts)}\n`);
    return parts.every(({ ready }) => ready) ? 0 : 1;
  }
  if (place.kind === 'cluster') {
    const { release, kubectl } = place;
    const calls =
      task.kind === 'kubectl'
        ? task.calls
        : [
            [
              ...['exec', `deployment/{release}-${task.service}`, '-c', task.service, '--'],
              ...['env', `OPERATOR=${by}`, ...task.command],
            ],
          ];
    for (const call of calls) {
      const args = call.map((word) => word.replace('{release}', release));
      const code = await run('kubectl', [...kubectl, ...args]);
      if (code !== 0) return code;
    }
    return 0;
  }
  if (task.kind === 'kubectl') throw new Sentence('That is for a cluster.');
  const env = serviceEnvOf(runningDataDir(place.dataDir), task.service);
  return run(task.command[0] as string, task.command.slice(1), {
    ...process.env,
    ...env,
    OPERATOR: by,
  });
}

try {
  const plan = planOf(process.argv.slice(2), userInfo().username);
  if (plan) process.exitCode = await carryOut(plan);
  else process.stdout.write(`${help()}\n`);
} catch (error) {
  if (!(error instanceof Sentence)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
process.disconnect?.();
