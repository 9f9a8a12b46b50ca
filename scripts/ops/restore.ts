import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ownerOf, prepareDataFolder } from '../start/data-folder/data-folder.ts';
import { markBegun, markFinished } from '../start/data-folder/marks.ts';
import { SECRETS_FILE } from '../start/data-folder/secrets.ts';
import { noteFilling } from '../start/servers/databases.ts';
import { readSettings } from '../start/settings.ts';
import { startPortal } from '../start/start-portal.ts';
import { UserError } from '../start/user-error.ts';
import { blankAgain, collectBlanked, listCommand } from './blanked.ts';
import { checkedDatabases, type DatabaseBackup } from './manifest.ts';
import type { Place, Plan } from './plan.ts';
import { type Deployment, restorePod } from './restore-pod.ts';
import { type Command, inService, kubectl, outputOf, run } from './run.ts';
import { startParts, stopParts } from './stopped-parts.ts';

const SCRIPTS = 'services/kit/backup';

/** Returns a command that runs where it reaches the database and NATS of a stopped service. */
export type InStopped = (
  command: readonly string[],
  env: Readonly<Record<string, string>>,
) => Command;

interface RestoreOptions {
  services: readonly string[];
  databaseKey?: string | undefined;
  /** A list of blanked students, newer than that of the backup. */
  blanked?: string | undefined;
}

interface Restore {
  place: Place;
  by: string;
  folder: string;
  databases: readonly DatabaseBackup[];
  options: RestoreOptions;
  say: (line: string) => void;
}

/**
 * Replaces databases by those of a backup, brings their streams back in step, and blanks again the
 * students who were blanked since. On this machine the portal must be stopped. In a cluster
 * the services of the databases, and the BFF until the students are blanked, are scaled to 0. What
 * other services remember and the restored ones do not is the work of `ops reconcile`.
 */
export async function restore(
  { place, by }: Pick<Plan, 'place' | 'by'>,
  folder: string,
  options: RestoreOptions,
  say: (line: string) => void,
): Promise<void> {
  const databases = await checkedDatabases(folder, options.services);
  const what: Restore = { place, by, folder, databases, options, say };
  if (place.kind === 'cluster') await inCluster(place, what);
  else await onThisMachine(place, what);
  const since = databases.map(({ at }) => at).sort()[0];
  say(`Restored. Start the portal, then: npm run ops -- reconcile list --since ${since}`);
}

/** Collects the ids from identity as it is, where that is still possible. */
async function blankedNow(
  { folder, options, say }: Restore,
  list: Command | undefined,
): Promise<string[]> {
  const current = list && (await outputOf(list).catch(() => undefined));
  const ids = collectBlanked(folder, options.blanked, current);
  if (current === undefined && options.blanked === undefined)
    say(
      'Identity cannot say who was blanked since this backup. ' +
        'If you have a newer list, do it again with --blanked <file>.',
    );
  return ids;
}

/** Blanks students again while the BFF is stopped; throws a UserError when one is left. */
async function blank({ place, by, say }: Restore, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  say(`Blanking ${ids.length} students again`);
  if ((await run(inService(place, 'identity', blankAgain(ids), by))) !== 0)
    throw new UserError('Not all students are blanked again: do the restore again.');
}

/**
 * Fills one database of a service that is stopped and lets NATS forget what it had of it. Throws a
 * UserError when it fails; it can be done again then.
 */
export async function putBack(
  folder: string,
  { service, file }: DatabaseBackup,
  command: InStopped,
  { database, nats }: { database?: string; nats: string },
): Promise<void> {
  const input = createReadStream(join(folder, file));
  const fill = ['node', `${SCRIPTS}/restore-database.ts`, service, '--replace'];
  if (
    (await run(command(fill, database ? { DATABASE_URL: database } : {}), {
      input,
    })) !== 0
  )
    throw new UserError(`${service} is not restored; do it again, nothing else has been touched.`);
  // by the standard input, so that no list of processes shows the password
  const forget = command(['node', `${SCRIPTS}/forget-streams.ts`, service], {});
  if ((await run(forget, { input: Readable.from([`${nats}\n`]) })) !== 0)
    throw new UserError(`${service} is restored, its streams are not in step: do it again.`);
}

/** A command as it is run on this machine. */
export const onThis: InStopped = ([program, ...args], env) => ({
  program: program as string,
  args,
  env: { ...process.env, ...env },
});

const NO_SECRETS =
  `This data folder has no ${SECRETS_FILE}: authenticator apps, webhooks, mailed links and ` +
  'printed slips of the backup will not work. If you have the file of the old folder, copy it ' +
  'into an empty folder and restore there.';

async function onThisMachine(place: Place & { kind: 'local' }, what: Restore): Promise<void> {
  const outside =
    place.dataDir === undefined ? process.env : { ...process.env, DATA_DIR: place.dataDir };
  const { dataDir, databaseUrl } = readSettings(outside);
  if (ownerOf(dataDir) !== undefined)
    throw new UserError(`A portal runs on ${dataDir}: stop it before its databases are replaced.`);
  if (!existsSync(join(dataDir, SECRETS_FILE))) what.say(NO_SECRETS);
  prepareDataFolder(dataDir);
  const ports = { PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' };
  const start = {
    env: { ...outside, ...ports, SEED: 'none' },
    isRestoring: true,
  };
  // servers without services: no other process writes
  const servers = await startPortal({ ...start, services: [] });
  let blanked: string[];
  try {
    const { filling } = servers;
    const identity = { DATABASE_URL: servers.databaseUrl('identity') };
    const list = filling === 'empty' ? undefined : onThis(listCommand, identity);
    blanked = await blankedNow(what, list);
    markBegun(dataDir, 'restore', databaseUrl);
    // from now on no start seeds these databases
    await noteFilling(servers.serverUrl, filling === 'empty' ? 'none' : filling);
    for (const database of what.databases)
      await putBack(what.folder, database, onThis, {
        database: servers.databaseUrl(database.service),
        nats: servers.env.NATS_URL ?? '',
      });
  } finally {
    await servers.stop();
  }
  if (blanked.length > 0) {
    const services = await startPortal(start);
    try {
      await blank(what, blanked);
    } finally {
      await services.stop();
    }
  }
  markFinished(dataDir, 'restore');
}

async function inCluster(place: Place & { kind: 'cluster' }, what: Restore): Promise<void> {
  const { databases, folder, by, options, say } = what;
  const nats = process.env.NATS_OPERATOR_URL;
  if (!nats)
    throw new UserError(
      'NATS_OPERATOR_URL is not set: nats://operator:<password>@<host as the pods see it>:4222.',
    );
  const blanked = await blankedNow(what, inService(place, 'identity', listCommand, by));
  const bff = await stopParts(place, ['bff']);
  const services = await stopParts(
    place,
    databases.map(({ service }) => service),
  );
  for (const database of databases)
    await fillFromPod(place, database, services.get(database.service) as Deployment, {
      folder,
      nats,
      databaseKey: options.databaseKey,
    });
  await startParts(place, services, 1, say);
  await blank(what, blanked);
  // an operator who had stopped the BFF starts it when all else is done
  await startParts(place, bff, 0, say);
}

/** Fills the database of a stopped service from a pod like one of its own. */
async function fillFromPod(
  place: Place & { kind: 'cluster' },
  database: DatabaseBackup,
  deployment: Deployment,
  { folder, nats, databaseKey }: { folder: string; nats: string; databaseKey: string | undefined },
): Promise<void> {
  const { service } = database;
  const ask = (...args: string[]) => outputOf(kubectl(place, ...args));
  const pod = restorePod(deployment, service, databaseKey);
  const name = `pod/${pod.metadata.name}`;
  await outputOf(kubectl(place, 'create', '-f', '-'), Readable.from([JSON.stringify(pod)]));
  try {
    await ask('wait', '--for=jsonpath={.status.phase}=Running', name, '--timeout=5m');
    const command: InStopped = (words) =>
      kubectl(place, 'exec', '-i', name, '-c', service, '--', ...words);
    await putBack(folder, database, command, { nats });
  } finally {
    await ask('delete', name, '--wait=false');
  }
}
