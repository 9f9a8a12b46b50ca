import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type BackupHead, backupHead, HEAD } from '@portal/kit/backup/backup-head';
import { z } from 'zod';
import { SERVICES } from '../start/paths.ts';
import { UserError } from '../start/user-error.ts';

export const MANIFEST = 'manifest.json';

const database = backupHead.extend({
  service: z.enum(SERVICES),
  /** Name of the file beside the manifest. */
  file: z.string().regex(/^[a-z]+\.sql\.gz$/),
  bytes: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const manifest = z.object({
  /** Version of this format of backups. */
  version: z.literal(1),
  at: z.iso.datetime({ offset: true }),
  databases: z.array(database).min(1),
});
export type DatabaseBackup = z.infer<typeof database>;
export type Manifest = z.infer<typeof manifest>;

/** Reads the manifest of a backup folder. Throws a UserError when the folder is no backup. */
export function readManifest(folder: string): Manifest {
  try {
    return manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UserError(
      isMissing
        ? `${folder} holds no backup: it has no ${MANIFEST}.`
        : `${folder}/${MANIFEST} cannot be read: ${(error as Error).message}.`,
    );
  }
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/**
 * Returns the databases of the services in a backup. Throws a UserError when a database is missing
 * or its file does not match the checksum.
 */
export async function checkedDatabases(
  folder: string,
  services: readonly string[],
): Promise<DatabaseBackup[]> {
  const { databases } = readManifest(folder);
  const wanted = databases.filter(({ service }) => services.includes(service));
  const missing = services.find((name) => !wanted.some(({ service }) => service === name));
  if (missing) throw new UserError(`${folder} has no database of ${missing}.`);
  for (const { file, sha256 } of wanted)
    if ((await sha256Of(join(folder, file)).catch(() => '')) !== sha256)
      throw new UserError(
        `${folder}/${file} is not the file that was written: its checksum differs.`,
      );
  return wanted;
}

/** Reads the first line of a packed backup, which describes it. */
export async function readHead(file: string): Promise<BackupHead> {
  const source = createReadStream(file);
  const lines = createInterface({ input: source.pipe(createGunzip()) });
  try {
    for await (const line of lines) {
      if (!line.startsWith(HEAD)) break;
      return backupHead.parse(JSON.parse(line.slice(HEAD.length)));
    }
    throw new UserError(`${file} is no backup of a portal.`);
  } finally {
    lines.close();
    source.destroy();
  }
}
