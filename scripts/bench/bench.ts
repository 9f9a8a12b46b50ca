import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeClients } from '@portal/kit/grpc/client';
import { chromium } from 'playwright-core';
import { demoStaff, demoStudent } from '../portal-user/demo-people.ts';
import { startPortal } from '../start/start-portal.ts';
import { demandChromium } from '../test/chromium.ts';
import { buyExam } from './buy-exam.ts';
import { costLines, measureCosts } from './capacity/measure-costs.ts';
import { examList } from './exam-list.ts';
import { hotSession } from './hot-session.ts';
import { memoryAtRest } from './memory.ts';
import { bulkFigures } from './office/bulk-run.ts';
import { callOffFigures } from './office/call-off.ts';
import { finderFigures } from './office/finder.ts';
import { importFigures } from './office/import-preview.ts';
import { overviewFigures } from './office/overview.ts';
import { reportFile } from './office/report-file.ts';
import { studentLookup } from './office/student-lookup.ts';
import { calendarMonth } from './pages/calendar-month.ts';
import { type FirstPage, MAX_WEIGHTS, pageWeights } from './pages/page-weight.ts';
import { seatRace } from './seat-race.ts';
import { steadyLoad } from './steady-load.ts';

// npm run bench: every figure of docs/testing/benchmarks.md, on a separate portal with demo data
// (SEED=load: with the load data, whose seed takes minutes). `npm run bench -- exams buy` runs some
// of them; 'lookup', 'overview', 'calendar' and 'report' are measured with the load data alone.

const wanted = process.argv.slice(2);
const runs = (name: string) => wanted.length === 0 || wanted.includes(name);
const say = (line: string) => process.stdout.write(`${line}\n`);
const isLoad = process.env['SEED'] === 'load';
const anAdmin = () => demoStaff(portal.url, 'admin');
const ratio = (a: number, b: number) => (a / b).toFixed(2);

const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  SEED: isLoad ? 'load' : 'demo',
  PORT: '0',
  MAIL_PORT: '0',
  SANDBOX_PORT: '0',
};
let portal = await startPortal({ env, report: say });
let failed = false;
const line = (name: string, value: string, good: boolean) => {
  failed ||= !good;
  say(`${good ? 'ok  ' : 'LOW '} ${name.padEnd(46)} ${value}`);
};
try {
  if (runs('start')) {
    await portal.stop();
    const started = performance.now();
    portal = await startPortal({ env });
    const seconds = (performance.now() - started) / 1000;
    line('warm start to ready (at most 20 s)', `${seconds.toFixed(1)} s`, seconds <= 20);
    const { total, each } = memoryAtRest(portal);
    line(
      'memory at rest, sum of PSS (under 1200 MB)',
      `${total} MB  ${Object.entries(each)
        .map(([part, mb]) => `${part} ${mb}`)
        .join(', ')}`,
      total < 1200,
    );
  }
  Object.assign(process.env, portal.env);
  if (runs('pages')) {
    const dana = await demoStudent(portal.url);
    const browser = await chromium.launch({
      executablePath: await demandChromium(dataDir),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    const staff = await anAdmin();
    const people = { student: dana, staff };
    const weights = await pageWeights(browser, people).finally(() => browser.close());
    for (const [name, { kB, files }] of Object.entries(weights)) {
      const max = MAX_WEIGHTS[name as FirstPage];
      line(
        `JavaScript of the page ${name} (at most ${max.kB} kB in ${max.files} files)`,
        `${kB} kB in ${files} files`,
        kB <= max.kB && files <= max.files,
      );
    }
  }
  if (runs('race')) {
    for (const crowd of [
      { students: 200, seats: 20 },
      { students: 500, seats: 50 },
    ]) {
      const { seated, refused, slowestMs } = await seatRace(portal, crowd);
      line(
        `${crowd.students} race for ${crowd.seats} seats (all answered within 2 s)`,
        `${seated} seated, ${refused} refused, last answer after ${slowestMs.toFixed(0)} ms`,
        seated === crowd.seats && slowestMs <= 2000,
      );
    }
  }
  if (runs('hot')) {
    const booked = await hotSession(portal);
    line(
      'bookings on one session / pgbench (at least 0.10)',
      `${ratio(booked.portal, booked.pgbench)}  (${booked.portal.toFixed(0)} and ` +
        `${booked.pgbench.toFixed(0)} a second; ${booked.rows} rows, one of them hot)`,
      booked.portal / booked.pgbench >= 0.1,
    );
  }
  if (runs('load')) {
    const { reads, purchases, perSecond } = await steadyLoad(portal);
    line(
      '95th percentile of reads at 100 requests a second (under 50 ms)',
      `${reads.toFixed(0)} ms at ${perSecond.toFixed(0)} a second`,
      reads < 50,
    );
    line(
      'of concurrent purchases with a card (under 250 ms)',
      `${purchases.toFixed(0)} ms`,
      purchases < 250,
    );
  }
  if (runs('buy')) {
    const bought = await buyExam(portal);
    line(
      'buying an exam / pgbench (at least 0.10)',
      `${ratio(bought.portal, bought.pgbench)}  (${bought.portal.toFixed(0)} and ` +
        `${bought.pgbench.toFixed(0)} a second; ${bought.rows} rows, ${bought.commits} commits)`,
      bought.portal / bought.pgbench >= 0.1,
    );
  }
  if (runs('exams')) {
    const list = await examList(portal);
    line(
      'exam list / bare Express + pg (at least 0.50)',
      `${ratio(list.portal, list.bare)}  (${list.portal.toFixed(0)} and ` +
        `${list.bare.toFixed(0)} a second, ${list.rows} rows; ` +
        `with gzip ${ratio(list.portalGzip, list.bare)})`,
      list.portal / list.bare >= 0.5,
    );
  }
  if (runs('costs')) {
    const costs = await measureCosts(portal);
    for (const each of costLines(costs)) say(each);
    const kept = process.env['WRITE_COSTS'];
    if (kept) writeFileSync(kept, `${JSON.stringify(costs, null, 2)}\n`);
  }
  if (runs('bulk')) {
    for (const [pays, most] of [
      ['balance', 5],
      ['cards', 10],
    ] as const) {
      const { seconds, booked, othersMs } = await bulkFigures(await anAdmin(), pays);
      line(
        `500 students in 4 exams, paid by ${pays} (within ${most} s)`,
        `${seconds.toFixed(1)} s, ${booked} booked`,
        seconds <= most && booked === 2000,
      );
      line(
        'concurrent other calls, 95th percentile (under 100 ms)',
        `${othersMs.toFixed(0)} ms`,
        othersMs < 100,
      );
    }
  }
  if (runs('calloff')) {
    const off = await callOffFigures(await anAdmin());
    line(
      'a session of 300 called off, all emails written (within 10 s)',
      `${off.freed} freed in ${off.freedSeconds.toFixed(1)} s, ` +
        `${off.emails} emails in ${off.emailSeconds.toFixed(1)} s`,
      off.freed === 300 && off.emailSeconds <= 10,
    );
  }
  if (runs('import')) {
    const figures = await importFigures(await anAdmin());
    const { uploadSeconds, previewSeconds, againSeconds, runSeconds, added } = figures;
    line(
      '5,000 rows of students previewed (within 5 s)',
      `${previewSeconds.toFixed(1)} s, again ${againSeconds.toFixed(1)} s; ` +
        `read in ${uploadSeconds.toFixed(1)} s, ${added} added in ${runSeconds.toFixed(1)} s`,
      previewSeconds <= 5 && againSeconds <= 5 && added > 4_900,
    );
  }
  if (runs('find')) {
    const { p95, students } = await finderFigures(await anAdmin());
    line(
      '95th percentile of the finder (under 150 ms)',
      `${p95.toFixed(0)} ms among ${students} students`,
      p95 < 150,
    );
  }
  if (isLoad && runs('lookup')) {
    const { p95, students } = await studentLookup(await anAdmin());
    line(
      '95th percentile of lookups at 50 a second (under 50 ms)',
      `${p95.toFixed(0)} ms among ${students} students`,
      p95 < 50,
    );
  }
  if (isLoad && runs('overview')) {
    const { overviewMs, chartMs, slowest } = await overviewFigures(portal);
    line(
      '95th percentile of the overview (under 300 ms)',
      `${overviewMs.toFixed(0)} ms`,
      overviewMs < 300,
    );
    line(
      '95th percentile of its charts (under 300 ms)',
      `${chartMs.toFixed(0)} ms; at most ${slowest}`,
      chartMs < 300,
    );
  }
  if (isLoad && runs('calendar')) {
    const admin = await anAdmin();
    const month = await calendarMonth(await demandChromium(dataDir), portal.url, admin);
    line(
      'a month of the calendar usable (within 1 s)',
      `${(month.usableMs / 1000).toFixed(2)} s with ${month.sessions} sessions; ` +
        `a key ${month.keyMs.toFixed(0)} ms`,
      month.usableMs <= 1000,
    );
  }
  if (isLoad && runs('report')) {
    const file = await reportFile(portal, await anAdmin());
    line(
      'report of a year as a workbook, first byte (within 300 ms)',
      `${file.firstByteMs.toFixed(0)} ms, ${file.rows} rows`,
      file.firstByteMs <= 300,
    );
    line(
      'the whole of it / its cells straight to zlib (at most 4)',
      file.timesZlib.toFixed(1),
      file.timesZlib <= 4,
    );
    line(
      'growth of a process during the report (at most 120 MB)',
      `${file.growth.toFixed(0)} MB`,
      file.growth <= 120,
    );
  }
} finally {
  closeClients();
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
