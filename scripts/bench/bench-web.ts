import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoStudent } from '../portal-user/demo-people.ts';
import { startPortal } from '../start/start-portal.ts';
import { demandChromium } from '../test/chromium.ts';
import { interactionTimes } from './pages/interaction-times.ts';
import { lighthouseScores } from './pages/lighthouse-scores.ts';
import { searchTime } from './pages/search-time.ts';

// npm run bench:web: the speed that a person perceives, on a warm separate portal with demo data:
// Lighthouse on sign-in, exam list and the other student pages, their interactions, and the search.

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-web-'));
const say = (line: string) => process.stdout.write(`${line}\n`);
let failed = false;
const line = (name: string, value: string, good: boolean) => {
  failed ||= !good;
  say(`${good ? 'ok  ' : 'LOW '} ${name.padEnd(46)} ${value}`);
};
const portal = await startPortal({
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    SEED: 'demo',
    PORT: '0',
    MAIL_PORT: '0',
    SANDBOX_PORT: '0',
  },
  report: say,
});
try {
  const chrome = await demandChromium(dataDir);
  const dana = await demoStudent(portal.url);
  await lighthouseScores(chrome, `${portal.url}/login`); // warms the browser's cache and the portal
  const pages = [
    { path: '/login', graded: true },
    { path: '/', person: dana, graded: true },
    { path: '/packages', person: dana, graded: false },
    { path: '/myaccount', person: dana, graded: false },
  ];
  for (const { path, person, graded } of pages) {
    const { scores, usableMs, lost } = await lighthouseScores(chrome, portal.url + path, person);
    const { performance, accessibility, 'best-practices': practices, seo } = scores;
    const good =
      usableMs <= 1000 &&
      (!graded || (performance >= 95 && accessibility === 100 && practices === 100 && seo === 100));
    const name = `${path} usable (at most 1 s), Lighthouse${graded ? ' (95 100 100 100)' : ''}`;
    line(
      name,
      `${Math.round(usableMs)} ms  ${performance} ${accessibility} ${practices} ${seo}` +
        (lost.length > 0 ? `  (${lost.join(', ')})` : ''),
      good,
    );
  }
  for (const { name, ms } of await interactionTimes(chrome, portal.url, dana))
    line(`${name}, 6 times slower processor (under 100 ms)`, `${ms} ms`, ms < 100);
  const ms = await searchTime(chrome, portal.url, dana);
  line('script of a search over 500 exams (under 16 ms)', `${ms.toFixed(1)} ms`, ms < 16);
} finally {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
