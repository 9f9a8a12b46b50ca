import { demandPrograms } from '../start/servers/system-packages.ts';
import { UserError } from '../start/user-error.ts';
import { findSchemathesis } from '../tools/schemathesis.ts';
import { findTool, type Tool } from '../tools/tools.ts';
import { demandHeadless, demandWithCamera } from './chromium.ts';
import type { JestStage } from './stages.ts';
import type { Project } from './test-files.ts';

// The programs that tests need are there before the first test, so that none installs a package
// while others run.

const BROWSED: readonly Project[] = ['journeys-student', 'journeys-office', 'faults'];
const needs = (stages: readonly JestStage[], projects: readonly Project[]): boolean =>
  stages.some((stage) => stage.projects.some((one) => projects.includes(one)));

/**
 * Finds the servers and browsers of these stages, and installs those that are missing where root
 * may; otherwise says in a sentence what to install.
 */
export async function demandTestPrograms(
  stages: readonly JestStage[],
  { dataDir, report }: { readonly dataDir: string; readonly report: (line: string) => void },
): Promise<void> {
  const isServed = needs(stages, ['parts', 'pact', 'verify']);
  const programs = [
    ...(isServed || stages.some(({ hasPortal }) => hasPortal)
      ? ['nats-server', 'redis-server']
      : []),
    ...(isServed && !findTool('pgbouncer') ? ['pgbouncer'] : []),
  ];
  await demandPrograms(Object.fromEntries(programs.map((name) => [name, name])), {
    dataDir,
    report,
  });
  if (!needs(stages, BROWSED)) return;
  process.env['CHROME_PATH'] ??= await demandHeadless(dataDir);
  await demandWithCamera(dataDir);
}

/**
 * Throws a sentence that names the programs of `npm run test:tools` that are missing; with
 * LONG_TESTS=1 also those of its long tests.
 */
export function demandTools(stages: readonly JestStage[]): void {
  const isLong = process.env['LONG_TESTS'] === '1';
  const ofLong: readonly Tool[] = isLong ? ['helm4', 'portal-collector', 'prometheus'] : [];
  const programs: readonly (readonly [Project, Tool])[] = [
    ...ofLong.map((tool) => ['charts', tool] as const),
    ['charts', 'actionlint'],
    ['charts', 'helm'],
    ['charts', 'go'],
    ['charts', 'promtool'],
    ['load', 'k6'],
  ];
  const missing: string[] = programs
    .filter(([project, tool]) => needs(stages, [project]) && !findTool(tool))
    .map(([, tool]) => tool);
  if (needs(stages, ['fuzz']) && !findSchemathesis()) missing.push('schemathesis');
  if (missing.length > 0)
    throw new UserError(
      `${missing.join(', ')} not found: \`npm run tools${isLong ? ' -- all' : ''}\` builds ` +
        'what is missing.',
    );
}
