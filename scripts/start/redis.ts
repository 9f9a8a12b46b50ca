import { join } from 'node:path';
import type { Program } from './child.ts';
import { saysOn } from './probes.ts';

/** Redis; what is lost of it costs people a sign-in and nothing else, so it is written down seldom. */
export function redisProgram(command: string, dataDir: string, port: number): Program {
  const folder = join(dataDir, 'redis');
  const args = [
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

export const redisReady = (port: number): Promise<boolean> => saysOn(port, 'PING\r\n', /^\+PONG/);
