// The bills of materials of all images, and their one list in the repository.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SERVICES } from '../start/paths.ts';
import type { TreeBuilder } from './build-tree.ts';
import { installedIn, neededBy, type Package, sbom, unique } from './packages.ts';

export const PARTS: readonly string[] = [...SERVICES, 'bff'];

/** File that lists the contents of all images line by line, so that reviews show a change. */
export const LIST = join(ROOT, 'deploy/packages.txt');

/** Licenses that shipped packages may have; a person reviews any other one first. */
export const LICENSES: readonly string[] = [
  '(Apache-2.0 AND BSD-3-Clause)',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  // data of caniuse-lite; it is named in this list
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT AND ISC AND BSD-3-Clause',
  'MIT-0',
  // lightningcss, which builds the page and is not in it
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
];

/** Packages whose manifest differs from their license file. */
const REVIEWED_LICENSES: Readonly<Record<string, string>> = {
  // LICENSE: Bitstream Vera and Arev fonts, free to use, change and embed
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  // LICENSE: MIT
  'png-js': 'MIT',
};

/** Returns the packages of each image; those of the page belong to the BFF's. */
export function packagesOf(builder: TreeBuilder): Map<string, Package[]> {
  return new Map(
    PARTS.map((part) => {
      const own = installedIn(builder.build(part).root);
      const page = part === 'bff' ? neededBy(builder.stage('page').root, 'web') : [];
      return [part, unique([...own, ...page]).map(withLicense)];
    }),
  );
}

const withLicense = (one: Package): Package => ({
  ...one,
  license: REVIEWED_LICENSES[one.name] ?? one.license,
});

/** One line a package: name, version, license, and which images hold it. */
export function listOf(all: ReadonlyMap<string, readonly Package[]>): string {
  const holders = new Map<string, Set<string>>();
  for (const [part, packages] of all)
    for (const { name, version, license } of packages) {
      const line = `${name}@${version}  ${license}`;
      holders.set(line, (holders.get(line) ?? new Set()).add(part));
    }
  const lines = [...holders].map(([line, parts]) => {
    const where = parts.size === PARTS.length ? 'all' : [...parts].sort().join(',');
    return `${line}  ${where}`;
  });
  return `${lines.sort().join('\n')}\n`;
}

/** Writes a bill beside each image. */
export function writeBills(folder: string, all: ReadonlyMap<string, readonly Package[]>): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const [part, packages] of all)
    writeFileSync(
      join(folder, `portal-${part}.cdx.json`),
      `${JSON.stringify(sbom(part, version, packages), null, 2)}\n`,
    );
}
