import { findTool } from '../tools/tools.ts';
import { tableOf } from './report.ts';
import { factorOf, runWalk, type Walked } from './run-walks.ts';
import { startSite } from './site/site.ts';
import { walks } from './walks.ts';

// npm run runbooks [-- alert ...]: causes each alert on a separate portal and follows
// docs/operations/runbooks.md. Exit code 1 if an alert did not fire or did not end.

process.on('disconnect', () => process.exit(1));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
};
const keepData = process.argv.includes('--keep-data');
const wanted = process.argv.slice(2).filter((word) => word !== '--keep-data');
const known = walks.flatMap(({ alerts }) => alerts);
for (const alert of wanted)
  if (!known.includes(alert)) refuse(`No walk sets off ${alert}; there are: ${known.join(', ')}`);
const prometheus =
  findTool('prometheus') ?? refuse('prometheus is not here (on Debian: npm run tools)');
const chosen = walks.filter(
  ({ alerts }) => wanted.length === 0 || alerts.some((alert) => wanted.includes(alert)),
);
const factors = [...new Set(chosen.flatMap((walk) => walk.alerts.map((a) => factorOf(walk, a))))];

const begun = performance.now();
const site = await startSite({ prometheus, factors, report: say });
const walked: Walked[] = [];
try {
  for (const walk of chosen) {
    say(`${walk.alerts.join(', ')}: ${walk.cause}`);
    const went = await runWalk(site, walk);
    walked.push(...went);
    say(`    ${went[0]?.error ?? 'healed'}`);
  }
} finally {
  await site.end(keepData);
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
say(`\n${tableOf(walked)}\n\n${walked.length} alerts in ${minutes} minutes`);
process.exit(walked.every(({ error }) => error === null) ? 0 : 1);
