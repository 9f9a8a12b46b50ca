import { readSettings } from './settings.ts';
import { startPortal } from './start-portal.ts';
import { messageOf } from './user-error.ts';

// Run by `npm start` once packages are installed: starts the portal, prints its addresses, and
// stops it on a signal.

// a closed reader of the output must not prevent a clean stop
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

/** npm, start.mjs and this process may each pass on one and the same request to stop. */
const ONE_REQUEST_MS = 2_000;
const stopping = new AbortController();
let stopAt = Number.POSITIVE_INFINITY;
const stop = (): void => {
  const now = performance.now();
  // a second request ends this process at once; the kernel ends its children with it
  if (now > stopAt + ONE_REQUEST_MS) process.exit(1);
  stopAt = Math.min(stopAt, now);
  stopping.abort();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// start.mjs, which holds the other end, has ended
process.on('disconnect', () => stopping.abort());

const say = (line: string): void => void process.stdout.write(`${line}\n`);

try {
  const portal = await startPortal({ signal: stopping.signal, report: (line) => say(`  ${line}`) });
  const seeded = portal.filling === 'demo' || portal.filling === 'load';
  const external = readSettings(process.env).smtpUrl;
  say(`Portal ready at ${portal.url}`);
  if (seeded) say('  student   dana@student.test / Study4JSE!\n  staff     admin / Staff4JSE!');
  say(`  mail      ${external ? `sent through ${new URL(external).host}` : portal.mailUrl}`);
  say(`  sandbox   ${portal.sandboxUrl}`);
  await new Promise<void>((resolve) => {
    if (stopping.signal.aborted) resolve();
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  say('Stopping');
  await portal.stop();
  process.exit(0);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
