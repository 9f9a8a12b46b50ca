import { afterEach, expect, test } from '@jest/globals';
import { type Link, NpmStart } from './npm-start.ts';

let started: NpmStart | undefined;
afterEach(() => {
  started?.remove();
  started = undefined;
});
async function running(): Promise<NpmStart> {
  started = new NpmStart();
  await started.serversRun();
  return started;
}

test('restarts a server that gets a signal; SIGINT to start.mjs ends everything', async () => {
  const portal = await running();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const before = await portal.serverPid('redis');
    process.kill(before, signal);
    expect(await portal.serverPid('redis', before)).not.toBe(before);
  }
  portal.signal('start.mjs', 'SIGINT');
  await portal.isGone();
});

const cases: [NodeJS.Signals, Link][] = [
  ['SIGINT', 'npm'],
  ['SIGTERM', 'npm'],
  ['SIGTERM', 'start.mjs'],
  ['SIGINT', 'portal.ts'],
  ['SIGTERM', 'portal.ts'],
  ['SIGINT', 'all of them'],
];
test.each(cases)('%s to %s ends all processes of `npm start`', async (signal, link) => {
  const portal = await running();
  portal.signal(link, signal);
  await portal.isGone();
});
