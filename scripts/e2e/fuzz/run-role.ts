import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { streams } from '@portal/contract/live';
import type { Identity, Pools } from './identities.ts';
import { openSignInDesk } from './sign-in-desk.ts';

/**
 * The checks. Left out: `positive_data_acceptance`, since rules refuse most valid input (no such
 * exam, no credits); `unsupported_method`, since a method that a path does not have is a 404 here;
 * `ignored_auth` and its common cases with `object_level_authorization`, since roles.test.ts tries
 * every call as every role.
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
];

export interface RoleRun {
  readonly program: string;
  readonly url: string;
  readonly identity: Identity;
  readonly signIn: () => Promise<string>;
  readonly pools: Pools;
  /** Generated cases of each call; those of `boundaries` are added. */
  readonly casesOfCall: number;
  /** Whether to try every boundary value of every field, some hundred cases a call. */
  readonly boundaries: boolean;
  readonly seed: number;
}

export interface RoleResult {
  readonly cases: number;
  readonly calls: number;
  /** Each distinct failure as schemathesis prints it; empty when there is none. */
  readonly failures: string;
  readonly ok: boolean;
}

/** Returns the configuration of one run with existing values. */
function configOf({ pools, casesOfCall, boundaries, seed }: RoleRun, report: string): string {
  const names = Object.keys(pools);
  const places = (name: string) =>
    [
      `body.${name}`,
      `query.${name}`,
      `body.studentInfos[*].${name}`,
      `body.studentInfos[*].exams[*].${name}`,
    ].map((place) => `"${place}" = { dictionary = "${name}", probability = 0.6 }`);
  return [
    `seed = ${seed}`,
    'continue-on-failure = true',
    'workers = 2',
    'request-timeout = 60',
    `hooks = ${JSON.stringify(join(import.meta.dirname, 'hooks.py'))}`,
    '[generation]',
    `max-examples = ${casesOfCall}`,
    'no-shrink = true',
    'with-security-parameters = false', // the session comes from hooks.py
    'database = "none"',
    '[phases.examples]\nenabled = false',
    `[phases.coverage]\nenabled = ${boundaries}\nunexpected-methods = []`,
    '[phases.stateful]\nenabled = false',
    ...names.flatMap((name) => [
      `[dictionaries.${name}]`,
      `values = ${JSON.stringify(pools[name])}`,
    ]),
    '[parameters]',
    ...names.flatMap(places),
    '[checks.negative_data_rejection]',
    'expected-statuses = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429]',
    '[reports.ndjson]',
    'enabled = true',
    `path = ${JSON.stringify(report)}`,
    '[output.truncation]',
    'max-payload-size = 2000',
    '',
  ].join('\n');
}

/** Sends cases to every call as one identity. */
export async function runRole(run: RoleRun): Promise<RoleResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-fuzz-'));
  const desk = await openSignInDesk(run.signIn);
  try {
    const config = join(folder, 'schemathesis.toml');
    const report = join(folder, 'report.ndjson');
    writeFileSync(config, configOf(run, report));
    const child = spawn(
      run.program,
      [
        `--config-file=${config}`,
        'run',
        `${run.url}/api/openapi.json`,
        `--checks=${CHECKS.join(',')}`,
        // streams do not end, so each would block; they have tests of their own
        ...streams.map(({ stream }) => `--exclude-path=${stream.path}`),
        // a busy machine takes longer to generate cases, which is no fault of the portal
        '--suppress-health-check=too_slow',
        '--no-color',
        '--warnings=off',
      ],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, FUZZ_DESK: desk.url, FUZZ_ORIGIN: run.url },
      },
    );
    const [output, errors, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve, reject) => {
        child.once('error', reject).once('close', resolve);
      }),
    ]);
    return { ...countsIn(output), ok: code === 0, failures: code === 0 ? '' : output + errors };
  } finally {
    desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the counts in the summary of schemathesis. */
export function countsIn(output: string): { cases: number; calls: number } {
  const number = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
  return {
    cases: number(/^ *(\d+) generated/m),
    calls: number(/^ *Tested: (\d+)/m),
  };
}
