import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../processes/child.ts';
import { saysOn } from '../processes/probes.ts';

/**
 * Redis, which is saved rarely, since a loss of its data costs people only a sign-in.
 */
export function redisProgram(
  command: string,
  dataDir: string,
  port: number,
  password: string,
): Program {
  const folder = join(dataDir, 'redis');
  // in a file, since everybody on the machine can read a command line
  const config = join(dataDir, 'run/redis.conf');
  writeFileSync(config, `requirepass ${password}\n`, { mode: 0o600 });
  const args = [
    config,
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--appendonly',
    'no',
    '--save',
    '300 1',
    '--dir',
    folder,
    '--daemonize',
    'no',
  ];
  return { name: 'redis', command, args, cwd: folder, stopSignal: 'SIGTERM' };
}

export const redisReady = (port: number, password: string): Promise<boolean> =>
  saysOn(port, `AUTH ${password}\r\nPING\r\n`, /^\+OK\r\n\+PONG/);
