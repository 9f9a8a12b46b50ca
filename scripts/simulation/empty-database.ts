import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ROOT } from '../start/paths.ts';
import { buildCatalog } from './postgres/schema.ts';
import type { Catalog } from './postgres/storage/catalog.ts';

/** Returns the folder of a migration; migrations run in the order of these names. */
const nameOf = (file: string): string => basename(dirname(file));

const migrations = new Map<string, readonly string[]>();

function migrationsOf(service: string): readonly string[] {
  let found = migrations.get(service);
  if (!found) {
    found = globSync(`services/{kit,${service}}/prisma/migrations/*/migration.sql`, { cwd: ROOT })
      .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
      .map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'));
    migrations.set(service, found);
  }
  return found;
}

/** Returns the empty database of a service as its migrations build it. */
export const emptyDatabaseOf = (service: string): Catalog => buildCatalog(migrationsOf(service));
