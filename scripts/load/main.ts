// `npm run load`: k6 scenarios against a portal, and a report that a person can read.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closeClients } from '@portal/kit/grpc/client';
import { ROOT } from '../start/paths.ts';
import { UserError } from '../start/user-error.ts';
import { findTool } from '../tools/tools.ts';
import { type Command, readCommand } from './command.ts';
import { findPlace } from './place/find-place.ts';
import { htmlReport } from './report/html-report.ts';
import type { Outcome } from './report/outcome.ts';
import { runLoad } from './run-load.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Writes the report and its figures; the report's path. */
function writeReport(outcome: Outcome, wanted: string | undefined): string {
  const stamp = outcome.at.replace(/[-:]/g, '').slice(0, 15);
  const html = wanted
    ? resolve(wanted)
    : join(ROOT, `.data/load/${outcome.scenario}-${stamp}.html`);
  mkdirSync(join(html, '..'), { recursive: true });
  writeFileSync(html, htmlReport(outcome));
  writeFileSync(html.replace(/(\.html)?$/, '.json'), JSON.stringify(outcome, null, 2));
  return html;
}

async function carryOut({ run, place: wanted, report }: Command): Promise<boolean> {
  if (!findTool('k6'))
    throw new UserError('k6 is missing: install it, or Go and then `npm run tools`.');
  const place = await findPlace(wanted, process.env, (line) => say(`  ${line}`));
  try {
    const outcome = await runLoad(run, place, say);
    for (const { what, limit, measured, ok } of outcome.verdicts)
      say(`${ok ? 'ok    ' : 'MISSED'}  ${what} ${limit}  ${measured}`);
    say(`Report: ${writeReport(outcome, report)}`);
    return outcome.ok;
  } finally {
    closeClients();
    await place.stop();
  }
}

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (typeof command === 'string') say(command);
  else process.exitCode = (await carryOut(command)) ? 0 : 1;
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${error instanceof UserError ? message : stack}\n`);
  process.exitCode = 2;
}
process.disconnect?.();
