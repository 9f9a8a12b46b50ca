// helm, k6 and actionlint are Go programs that no package registry of ours has. Where Go is
// present, `npm run tools` builds the missing ones (minutes the first time, then cached by Go). It
// takes promtool, prometheus and pgbouncer out of Debian's packages, without installing servers
// that would start.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installSchemathesis } from './schemathesis.ts';

/**
 * Programs by the package that `go install` builds them from. The chart is for Helm 3 and 4; both
 * programs are called helm, so the newer one is renamed to helm4.
 */
const packages = {
  actionlint: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  helm4: 'helm.sh/helm/v4/cmd/helm@v4.3.1',
  k6: 'go.k6.io/k6@v1.8.1',
} as const;
export type Tool =
  | keyof typeof packages
  | 'go'
  | 'promtool'
  | 'prometheus'
  | 'pgbouncer'
  | 'portal-collector';

/** The folder of programs from Debian's packages. */
const unpacked = fileURLToPath(new URL('../../node_modules/.cache/tools/', import.meta.url));

/** Returns the path of a program: on PATH, or in its folder. Undefined if it is missing. */
export function findTool(name: Tool): string | undefined {
  const { PATH = '', GOBIN, GOPATH } = process.env;
  const folders = [
    ...PATH.split(delimiter),
    GOBIN,
    GOPATH && join(GOPATH, 'bin'),
    join(homedir(), 'go', 'bin'),
    join(unpacked, 'usr', 'bin'),
    join(unpacked, 'usr', 'sbin'),
  ];
  return folders
    .filter((folder) => folder !== undefined && folder !== '')
    .map((folder) => join(folder as string, name))
    .find(isProgram);
}

/** Returns the sentence that a run without a program prints. */
export const missing = (name: Tool): string =>
  name === 'promtool' || name === 'prometheus'
    ? `${name} is not here, so its checks are left out (on Debian: npm run tools)`
    : `${name} is not here, so its checks are left out (with Go: npm run tools)`;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds missing tools one after the other; Helm 4 and the collector, which take long, only for
 * `npm run tools -- all`. Without Go it prints that and builds nothing. Throws when a build fails.
 */
function installTools(isWhole: boolean, say: (line: string) => void): void {
  const go = findTool('go');
  for (const [name, source] of Object.entries(packages) as [keyof typeof packages, string][]) {
    if (name === 'helm4' && !isWhole) continue;
    const there = findTool(name);
    if (there) say(`${name}: ${there}`);
    else if (!go) say(`${name}: not here, and no Go to build it with`);
    else {
      say(`${name}: building it, which takes minutes the first time`);
      build(go, name, source);
      say(`${name}: ${findTool(name)}`);
    }
  }
  if (!findTool('promtool') || !findTool('pgbouncer')) unpackDebian(say);
  for (const name of ['promtool', 'pgbouncer'] as const)
    say(`${name}: ${findTool(name) ?? 'not here'}`);
  installSchemathesis(say);
  if (isWhole) buildCollector(go, say);
}

/** The folder of the OpenTelemetry collector of the tests, with its versions pinned. */
const collector = fileURLToPath(new URL('./collector', import.meta.url));

/** Builds the collector into the folder of Debian's programs; no other project uses it. */
function buildCollector(go: string | undefined, say: (line: string) => void): void {
  const there = findTool('portal-collector');
  if (there || !go) {
    say(`portal-collector: ${there ?? 'not here, and no Go to build it with'}`);
    return;
  }
  say('portal-collector: building it, which takes minutes the first time');
  const program = join(unpacked, 'usr', 'bin', 'portal-collector');
  execFileSync(go, ['build', '-ldflags=-s -w', '-o', program, '.'], {
    cwd: collector,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  say(`portal-collector: ${program}`);
}

/** Runs `go install`, with another name if the program's own is taken. */
function build(go: string, name: string, source: string): void {
  const built = source.replace(/@.*/, '').split('/').at(-1) as string;
  const env = built === name ? process.env : { ...process.env, GOBIN: join(unpacked, name) };
  execFileSync(go, ['install', source], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (built === name) return;
  mkdirSync(join(unpacked, 'usr', 'bin'), { recursive: true });
  renameSync(join(unpacked, name, built), join(unpacked, 'usr', 'bin', name));
}

/** Takes promtool and PgBouncer, with the library that it needs, out of Debian's packages. */
function unpackDebian(say: (line: string) => void): void {
  mkdirSync(unpacked, { recursive: true });
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: unpacked, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    // as root, apt would do this as another user, which has no permission to write here
    run(
      'apt-get',
      '-o',
      'APT::Sandbox::User=root',
      'download',
      '-qq',
      'prometheus',
      'pgbouncer',
      'libc-ares2',
    );
    for (const file of readdirSync(unpacked).filter((name) => name.endsWith('.deb'))) {
      run('dpkg-deb', '--extract', file, '.');
      rmSync(join(unpacked, file));
    }
  } catch {
    say("Debian's packages prometheus and pgbouncer could not be had");
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    installTools(process.argv.includes('all'), say);
  } catch (error) {
    process.stderr.write(
      `A tool could not be built: ${(error as Error).message.split('\n')[0]}.\n`,
    );
    process.exit(1);
  }
}
