import { join } from 'node:path';
import type { Program } from './child.ts';
import { saysOn } from './probes.ts';

/** NATS with JetStream, its store under the data folder. */
export function natsProgram(command: string, dataDir: string, port: number): Program {
  const store = join(dataDir, 'nats');
  return { name: 'nats', command, args: ['-js', '-sd', store, '-p', String(port), '-a', '127.0.0.1'], cwd: store, stopSignal: 'SIGTERM' };
}

/** NATS greets everybody who connects. */
export const natsReady = (port: number): Promise<boolean> => saysOn(port, '', /^INFO /);
