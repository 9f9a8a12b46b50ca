// helm and k6 are Go programs that no package registry of ours ships. Where Go is present, `node
// scripts/checks/charts/tools.ts` builds those that are missing (minutes the first time, then
// cached by Go); without Go the checks that need them are left out.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Programs by the package that `go install` builds them from. */
const packages = {
  helm: 'helm.sh/helm/v3/cmd/helm@latest',
  k6: 'go.k6.io/k6@latest',
} as const;
export type Tool = keyof typeof packages | 'go';

/** Where a program is: on PATH, or where `go install` puts it. Undefined when it is nowhere. */
export function findTool(name: Tool): string | undefined {
  const { PATH = '', GOBIN, GOPATH } = process.env;
  const folders = [
    ...PATH.split(delimiter),
    GOBIN,
    GOPATH && join(GOPATH, 'bin'),
    join(homedir(), 'go', 'bin'),
  ];
  return folders
    .filter((folder) => folder !== undefined && folder !== '')
    .map((folder) => join(folder as string, name))
    .find(isProgram);
}

/** The sentence that a run without a program prints. */
export const missing = (name: Tool): string =>
  `${name} is not here, so its checks are left out (with Go: node scripts/checks/charts/tools.ts)`;

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds what is missing, one after the other. Without Go says so and builds nothing. Throws when a
 * build fails.
 */
function installTools(say: (line: string) => void): void {
  const go = findTool('go');
  for (const [name, source] of Object.entries(packages) as [keyof typeof packages, string][]) {
    const there = findTool(name);
    if (there) say(`${name}: ${there}`);
    else if (!go) say(`${name}: not here, and no Go to build it with`);
    else {
      say(`${name}: building it, which takes minutes the first time`);
      execFileSync(go, ['install', source], { stdio: ['ignore', 'ignore', 'inherit'] });
      say(`${name}: ${findTool(name)}`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    installTools((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(
      `A tool could not be built: ${(error as Error).message.split('\n')[0]}.\n`,
    );
    process.exit(1);
  }
}
