import { type SpawnOptions, spawn } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { pipeline } from 'node:stream/promises';
import { ROOT } from '../start/paths.ts';
import { UserError } from '../start/user-error.ts';
import { localEnvOf } from './local.ts';
import type { Place } from './plan.ts';

/** A program with its words and environment. */
export interface Command {
  program: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}

/** Input and output of a program; by default those of this process. */
export interface Streams {
  input?: Readable;
  output?: Writable;
}

/** Runs a program; its exit code. */
export async function run(
  { program, args, env = process.env }: Command,
  { input, output }: Streams = {},
): Promise<number> {
  const stdio: SpawnOptions['stdio'] = [
    input ? 'pipe' : 'inherit',
    output ? 'pipe' : 'inherit',
    'inherit',
  ];
  const child = spawn(program, args, { cwd: ROOT, env, stdio });
  const code = new Promise<number>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ENOENT' ? new UserError(`${program} is not here.`) : error),
    );
    child.once('close', (status) => resolve(status ?? 1));
  });
  // a program that ends before it has read all prints the reason
  const given = input && child.stdin ? pipeline(input, child.stdin).catch(() => {}) : undefined;
  const taken = output && child.stdout ? pipeline(child.stdout, output) : undefined;
  const [status] = await Promise.all([code, given, taken]);
  return status;
}

/** Returns the output of a program. Throws a UserError when the program fails. */
export async function outputOf(command: Command, input?: Readable): Promise<string> {
  const output = new PassThrough();
  const [said, code] = await Promise.all([
    text(output),
    run(command, input ? { input, output } : { output }),
  ]);
  if (code !== 0) throw new UserError(`${command.program} ended with ${code}.`);
  return said;
}

/** kubectl with the place's context and namespace. */
export const kubectl = (
  place: Place & { kind: 'cluster' },
  ...args: readonly string[]
): Command => ({ program: 'kubectl', args: [...place.kubectl, ...args] });

/** Returns a command with the environment of a service, for its pod or for this machine. */
export function inService(
  place: Place,
  service: string,
  command: readonly string[],
  by: string,
): Command {
  if (place.kind === 'cluster')
    return kubectl(
      place,
      'exec',
      '-i',
      `deployment/${place.release}-${service}`,
      '-c',
      service,
      '--',
      'env',
      `OPERATOR=${by}`,
      ...command,
    );
  const env = { ...process.env, ...localEnvOf(place.dataDir, service), OPERATOR: by };
  return { program: command[0] as string, args: command.slice(1), env };
}
