// `npm run images -- <folder>`: the file tree of each image, without a container engine, and beside
// it its bill of materials (CycloneDX). Also writes deploy/packages.txt.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LIST, listOf, packagesOf, writeBills } from './bills.ts';
import { TreeBuilder } from './build-tree.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('Where to? npm run images -- <new folder>\n');
  process.exit(2);
}
const target = resolve(folder);
mkdirSync(target, { recursive: true });
if (readdirSync(target).length > 0) {
  process.stderr.write(`${target} is not empty.\n`);
  process.exit(2);
}
const all = packagesOf(new TreeBuilder(target));
writeBills(target, all);
writeFileSync(LIST, listOf(all));
for (const [part, packages] of all)
  process.stdout.write(`portal-${part}: ${packages.length} packages\n`);
process.disconnect?.();
