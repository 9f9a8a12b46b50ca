import {
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../start/user-error.ts';
import { idsOf, listCommand, writeBlanked } from './blanked.ts';
import { type DatabaseBackup, MANIFEST, type Manifest, readHead, sha256Of } from './manifest.ts';
import type { Plan } from './plan.ts';
import { inService, outputOf, run } from './run.ts';

/**
 * Writes the databases of services into a new folder, each as one snapshot, then the list of
 * blanked students, if identity is among them, and a manifest: a folder without one is no backup.
 * They hold people's data, so only their owner may read them.
 */
export async function backUp(
  { place, by }: Pick<Plan, 'place' | 'by'>,
  folder: string,
  services: readonly string[],
  say: (line: string) => void,
): Promise<Manifest> {
  const target = resolve(folder);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  if (readdirSync(target).length > 0)
    throw new UserError(`${folder} is not empty: a backup has a folder of its own.`);
  const databases: DatabaseBackup[] = [];
  for (const service of services) {
    const file = `${service}.sql.gz`;
    const path = join(target, file);
    const dump = ['node', 'services/kit/backup/dump-database.ts', service];
    const output = createWriteStream(`${path}.part`, { mode: 0o600 });
    const code = await run(inService(place, service, dump, by), { output });
    if (code !== 0) throw new UserError(`The database of ${service} could not be written.`);
    renameSync(`${path}.part`, path);
    const head = await readHead(path);
    const [bytes, sha256] = [statSync(path).size, await sha256Of(path)];
    databases.push({
      ...head,
      service: service as DatabaseBackup['service'],
      file,
      bytes,
      sha256,
    });
    say(`${service}: ${bytes} bytes, as it was at ${head.at}`);
  }
  if (services.includes('identity')) {
    const ids = await outputOf(inService(place, 'identity', listCommand, by));
    writeBlanked(target, idsOf(ids, 'identity'));
  }
  const at = databases.map((one) => one.at).sort()[0] as string;
  const manifest: Manifest = { version: 1, at, databases };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}
