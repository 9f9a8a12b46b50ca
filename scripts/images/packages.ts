// What an image holds of others: the packages in its tree, and those that were built into its page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Package {
  name: string;
  version: string;
  /** An SPDX expression, or the package's own text in its place. */
  license: string;
}

interface Manifest {
  name?: string;
  version?: string;
  license?: string | { type?: string };
  licenses?: readonly { type?: string }[];
  dependencies?: Record<string, string>;
  private?: boolean;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

function packageOf({ name = '', version = '', license, licenses }: Manifest): Package {
  const said = typeof license === 'string' ? license : license?.type;
  const olderForm = (licenses ?? []).map(({ type }) => type).join(' OR ');
  return { name, version, license: said ?? (olderForm || 'not said') };
}

/** Folders of packages directly in a node_modules; links to workspaces are none of them. */
function foldersIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) =>
      name.startsWith('@')
        ? readdirSync(join(modules, name), { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map((entry) => join(modules, name, entry.name))
        : [join(modules, name)],
    )
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

const byName = (a: Package, b: Package): number =>
  a.name < b.name || (a.name === b.name && a.version < b.version) ? -1 : 1;

/** Each package once, by name. */
export function unique(packages: readonly Package[]): Package[] {
  const all = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...all.values()].sort(byName);
}

/** Every package that is installed in a tree, nested ones too. */
export function installedIn(root: string): Package[] {
  const below = (modules: string): Package[] =>
    foldersIn(modules).flatMap((folder) => [
      packageOf(readManifest(folder)),
      ...below(join(folder, 'node_modules')),
    ]);
  const workspaces = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'node_modules' && entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules\/.*node_modules$/.test(path));
  return unique(workspaces.flatMap(below));
}

/** Returns the packages that a workspace's own code needs, and theirs: a bundle may hold these. */
export function neededBy(root: string, workspace: string): Package[] {
  const seen = new Map<string, Package>();
  /** Finds a package as Node does: here, then in each folder above. */
  const find = (name: string, from: string): string | undefined => {
    for (let at = from; at.startsWith(root); at = join(at, '..')) {
      const folder = join(at, 'node_modules', name);
      if (existsSync(join(folder, 'package.json'))) return folder;
    }
    return undefined;
  };
  const visit = (folder: string): void => {
    for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
      const place = find(name, folder);
      if (!place || seen.has(place)) continue;
      const manifest = readManifest(place);
      if (manifest.private) continue;
      seen.set(place, packageOf(manifest));
      visit(place);
    }
  };
  visit(join(root, workspace));
  return unique([...seen.values()]);
}

/** A software bill of materials, in CycloneDX' JSON. */
export function sbom(part: string, version: string, packages: readonly Package[]): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'container', name: `portal-${part}`, version, 'bom-ref': part },
    },
    components: packages.map(({ name, version: of, license }) => {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${of}`;
      const isName = /^[\w.+-]+$/.test(license);
      return {
        type: 'library',
        'bom-ref': purl,
        name,
        version: of,
        purl,
        licenses: [isName ? { license: { id: license } } : { expression: license }],
      };
    }),
  };
}
