/** Names of a Debian package in other package managers, or as an application of brew. */
interface Names {
  readonly dnf?: string;
  readonly brew?: string;
  readonly cask?: string;
}

const NAMES: Readonly<Record<string, Names>> = {
  'redis-server': { dnf: 'redis', brew: 'redis' },
  chromium: { cask: 'chromium' },
  'chromium-headless-shell': { dnf: 'chromium-headless', cask: 'chromium' },
};

/** Returns the commands that install packages of Debian: with apt, dnf and brew, a line each. */
export function installCommands(packages: readonly string[]): readonly string[] {
  const casks = packages.flatMap((name) => NAMES[name]?.cask ?? []);
  const formulas = packages
    .filter((name) => NAMES[name]?.cask === undefined)
    .map((name) => NAMES[name]?.brew ?? name);
  const brew = [
    ...(formulas.length > 0 ? [`brew install ${formulas.join(' ')}`] : []),
    ...(casks.length > 0 ? [`brew install --cask ${casks.join(' ')}`] : []),
  ].join(' && ');
  return [
    `sudo apt-get install ${packages.join(' ')}`,
    `sudo dnf install ${packages.map((name) => NAMES[name]?.dnf ?? name).join(' ')}`,
    brew,
  ];
}
