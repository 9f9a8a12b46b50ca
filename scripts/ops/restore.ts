import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ownerOf } from '../start/data-folder/data-folder.ts';
import { Sentence } from '../start/sentence.ts';
import { readSettings } from '../start/settings.ts';
import { startPortal } from '../start/start-portal.ts';
import { checkedDatabases, type DatabaseBackup } from './manifest.ts';
import type { Place, Plan } from './plan.ts';
import { restorePod } from './restore-pod.ts';
import { type Command, kubectl, outputOf, run } from './run.ts';

const SCRIPTS = 'services/kit/backup';

/** How a command is run where the database and NATS of a stopped service can be reached. */
export type InStopped = (
  command: readonly string[],
  env: Readonly<Record<string, string>>,
) => Command;

/**
 * Puts databases in the place of those that stand, in a portal that does not run (on this machine)
 * or whose services it stops for that (in a cluster), and brings their streams back in step. What
 * other services remember and the restored ones do not is the work of `ops reconcile`.
 */
export async function restore(
  { place }: Pick<Plan, 'place'>,
  folder: string,
  { services, databaseKey }: { services: readonly string[]; databaseKey?: string | undefined },
  say: (line: string) => void,
): Promise<void> {
  const databases = await checkedDatabases(folder, services);
  if (place.kind === 'cluster') await inCluster(place, folder, { databases, databaseKey }, say);
  else await onThisMachine(place, folder, databases);
  const since = databases.map(({ at }) => at).sort()[0];
  say(`Restored. Start the portal, then: npm run ops -- reconcile list --since ${since}`);
}

/**
 * Fills one database of a service that is stopped and lets NATS forget what it had of it. Throws a
 * Sentence when it fails; it can be done again then.
 */
export async function putBack(
  folder: string,
  { service, file }: DatabaseBackup,
  command: InStopped,
  { database, nats }: { database?: string; nats: string },
): Promise<void> {
  const input = createReadStream(join(folder, file));
  const fill = ['node', `${SCRIPTS}/restore-database.ts`, service, '--replace'];
  if ((await run(command(fill, database ? { DATABASE_URL: database } : {}), { input })) !== 0)
    throw new Sentence(`${service} is not restored; do it again, nothing else has been touched.`);
  // by the standard input, so that no list of processes shows the password
  const forget = command(['node', `${SCRIPTS}/forget-streams.ts`, service], {});
  if ((await run(forget, { input: Readable.from([`${nats}\n`]) })) !== 0)
    throw new Sentence(`${service} is restored, its streams are not in step: do it again.`);
}

/** A command as it is run on this machine. */
export const onThis: InStopped = ([program, ...args], env) => ({
  program: program as string,
  args,
  env: { ...process.env, ...env },
});

async function onThisMachine(
  place: Place & { kind: 'local' },
  folder: string,
  databases: readonly DatabaseBackup[],
): Promise<void> {
  const outside =
    place.dataDir === undefined ? process.env : { ...process.env, DATA_DIR: place.dataDir };
  const { dataDir } = readSettings(outside);
  if (ownerOf(dataDir) !== undefined)
    throw new Sentence(`A portal runs on ${dataDir}: stop it before its databases are replaced.`);
  // servers without a service: nobody writes meanwhile
  const ports = { PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' };
  const servers = await startPortal({ env: { ...outside, ...ports, SEED: 'none' }, services: [] });
  try {
    for (const database of databases)
      await putBack(folder, database, onThis, {
        database: servers.databaseUrl(database.service),
        nats: servers.env.NATS_URL ?? '',
      });
  } finally {
    await servers.stop();
  }
}

async function inCluster(
  place: Place & { kind: 'cluster' },
  folder: string,
  what: { databases: readonly DatabaseBackup[]; databaseKey: string | undefined },
  say: (line: string) => void,
): Promise<void> {
  const { databases, databaseKey } = what;
  const nats = process.env.NATS_OPERATOR_URL;
  if (!nats)
    throw new Sentence(
      'NATS_OPERATOR_URL is not set: nats://operator:<password>@<host as the pods see it>:4222.',
    );
  const ask = (...args: string[]) => outputOf(kubectl(place, ...args));
  const replicas = new Map<string, number>();
  for (const { service } of databases) {
    const name = `deployment/${place.release}-${service}`;
    replicas.set(service, Number(await ask('get', name, '-o', 'jsonpath={.spec.replicas}')));
    await ask('scale', name, '--replicas=0');
  }
  for (const database of databases) {
    const { service } = database;
    const labels = `app.kubernetes.io/instance=${place.release},app.kubernetes.io/component=${service}`;
    await ask('wait', '--for=delete', 'pod', '-l', labels, '--timeout=5m');
    const deployment = await ask('get', `deployment/${place.release}-${service}`, '-o', 'json');
    const pod = restorePod(JSON.parse(deployment), service, databaseKey);
    const name = `pod/${pod.metadata.name}`;
    const made = Readable.from([JSON.stringify(pod)]);
    await outputOf(kubectl(place, 'create', '-f', '-'), made);
    try {
      await ask('wait', '--for=jsonpath={.status.phase}=Running', name, '--timeout=5m');
      const command: InStopped = (words) =>
        kubectl(place, 'exec', '-i', name, '-c', service, '--', ...words);
      await putBack(folder, database, command, { nats });
    } finally {
      await ask('delete', name, '--wait=false');
    }
  }
  for (const [service, count] of replicas) {
    await ask('scale', `deployment/${place.release}-${service}`, `--replicas=${count || 1}`);
    say(`${service}: ${count || 1} replicas again`);
  }
}
