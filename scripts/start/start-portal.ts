import { join } from 'node:path';
import { buildWeb, generateCode } from './build.ts';
import {
  claimDataFolder,
  clearLeftovers,
  prepareDataFolder,
  releaseDataFolder,
} from './data-folder/data-folder.ts';
import { isUnfinished } from './data-folder/marks.ts';
import { keepSecrets } from './data-folder/secrets.ts';
import { keepTokenKeys } from './data-folder/token-keys.ts';
import { noteAddresses } from './environment/addresses-note.ts';
import { type ChosenAddresses, chooseAddresses } from './environment/choose-addresses.ts';
import { noteOperatorEnv } from './environment/operator-env.ts';
import {
  type Addresses,
  bffEnv,
  clockEnv,
  outsideEnv,
  partnerEnv,
  SECRET_NAMES,
  SECRET_SUCCESSORS,
  sandboxEnv,
  serviceEnv,
} from './environment/service-env.ts';
import { ROOT, SERVICES, type ServiceName } from './paths.ts';
import { Portal } from './portal-handle.ts';
import { type PortalOptions, withOptions } from './portal-options.ts';
import type { Program } from './processes/child.ts';
import { Supervisor } from './processes/supervisor.ts';
import { waitReady } from './processes/wait-ready.ts';
import { emptyData, fill } from './seed.ts';
import {
  dropDatabases,
  makeDatabases,
  moveClocks,
  readFilling,
  type SeedState,
} from './servers/databases.ts';
import { httpReady, nodeProgram, startServers } from './servers/infrastructure.ts';
import { migrateAll } from './servers/migrate.ts';
import { demandPort, releasePorts } from './servers/ports.ts';
import { readSettings, type Settings } from './settings.ts';
import { demandSources } from './sources.ts';
import { UserError } from './user-error.ts';

/** Node flags of its image: a streamed report grows the process by a quarter less. */
const BFF_NODE_ARGS = ['--max-semi-space-size=16'];

/** State of a start in progress. */
interface Start {
  readonly settings: Settings;
  readonly options: PortalOptions;
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  readonly services: readonly ServiceName[];
  readonly report: (line: string) => void;
  readonly waiting: { readonly signal: AbortSignal };
}

/**
 * Brings up the whole portal on a data folder and returns when it is ready. Throws a UserError when
 * it cannot, and then leaves nothing running. With PORT, MAIL_PORT and SANDBOX_PORT of 0 it takes
 * free ones.
 */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const settings = readSettings(options.env ?? process.env);
  const services = options.services ?? SERVICES;
  demandSources(services, options.release);
  const dataDir = prepareDataFolder(settings.dataDir);
  claimDataFolder(dataDir);
  const supervisor = new Supervisor(dataDir);
  const failed = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, failed.signal]) : failed.signal;
  const report = options.report ?? (() => {});
  try {
    if (!options.isRestoring && isUnfinished(dataDir, 'restore', settings.databaseUrl))
      throw new UserError(
        `A restore into ${dataDir} was not finished: do it again (npm run ops -- restore).`,
      );
    await demandPorts(settings);
    return await bringUp({
      settings,
      options,
      dataDir,
      supervisor,
      services,
      report,
      waiting: { signal },
    });
  } catch (error) {
    // The first failure is the reason; the other steps end with it.
    failed.abort();
    await supervisor.stop();
    releasePorts(dataDir);
    releaseDataFolder(dataDir);
    throw error;
  }
}

/** Throws UserError unless the chosen or default ports are free. */
async function demandPorts({
  host,
  port,
  mailPort,
  sandboxPort,
  smtpUrl,
}: Settings): Promise<void> {
  if (port > 0) await demandPort(port, host, 'PORT');
  if (mailPort > 0 && !smtpUrl) await demandPort(mailPort, host, 'MAIL_PORT');
  if (sandboxPort > 0) await demandPort(sandboxPort, host, 'SANDBOX_PORT');
}

async function bringUp(start: Start): Promise<Portal> {
  const { settings, options, dataDir, supervisor, services, report, waiting } = start;
  const { release: root = ROOT } = options;
  await clearLeftovers(dataDir);
  const cutOff = isUnfinished(dataDir, 'seed', settings.databaseUrl);
  if (cutOff) emptyData(dataDir);
  prepareDataFolder(dataDir);
  const secrets = keepSecrets(dataDir, SECRET_NAMES, {
    successors: SECRET_SUCCESSORS,
  });
  const tokenKeys = keepTokenKeys(dataDir);
  const addresses = await chooseAddresses(settings, dataDir);
  const clock = clockEnv(options.env);
  const partners = {
    ...partnerEnv(addresses.all, secrets, options.env ?? process.env),
    ...clock,
  };
  const building = { dataDir, report, ...waiting };

  const timed = stopwatch(report);
  // The web takes as long as all else together when it must be built, so it is begun first and
  // waited for last.
  const whole = services.length === SERVICES.length && !options.isRestoring;
  const web = settle(whole ? buildWeb(building) : Promise.resolve());
  const outside = startOutside(start, addresses, partners);
  const code = settle(generateCode(building));
  const servers = await startServers(settings, {
    dataDir,
    supervisor,
    secrets,
    ports: addresses.ports,
    report,
    ...(options.postgresSettings ? { postgresSettings: options.postgresSettings } : {}),
    ...waiting,
  });
  if (cutOff && settings.databaseUrl) await dropDatabases(servers.databaseUrl);
  const databases = await makeDatabases(servers.databaseUrl, secrets);
  timed('Databases and brokers are up');
  await code();
  await moveClocks(servers.databaseUrl, clock['TEST_CLOCK_OFFSET_MS']);
  await migrateAll(services, databases, { dataDir, root, ...waiting });
  timed('Databases are migrated');

  const all: Addresses = {
    ...addresses.all,
    natsUrl: servers.natsUrl,
    redisUrl: servers.redisUrl,
  };
  const ready: Record<string, () => Promise<boolean>> = {
    ...servers.ready,
    ...outside.ready,
  };
  const bring = async (
    group: 'services' | 'bff',
    program: Program,
    readyUrl: string,
  ): Promise<void> => {
    ready[program.name] = httpReady(readyUrl);
    await waitReady(
      supervisor.run(group, withOptions(program, options, true)),
      httpReady(readyUrl),
      waiting,
    );
  };
  const envOf = (name: ServiceName) =>
    serviceEnv(name, { addresses: all, databases, partners, tokenKeys });
  const forOperator = (name: ServiceName) => ({
    ...envOf(name),
    SANDBOX_URL: all.sandboxUrl,
  });
  noteOperatorEnv(dataDir, Object.fromEntries(services.map((name) => [name, forOperator(name)])));
  const bringService = (name: ServiceName): Promise<void> =>
    bring(
      'services',
      nodeProgram(name, `services/${name}/src/main.ts`, envOf(name), { root }),
      `http://127.0.0.1:${all.admin[name]}/readyz`,
    );
  const startBff = async (): Promise<void> => {
    if (!whole) return;
    await web();
    const host =
      settings.host === '0.0.0.0' || settings.host === '::' ? '127.0.0.1' : settings.host;
    await bring(
      'bff',
      nodeProgram(
        'bff',
        'bff/src/main.ts',
        bffEnv(settings, { addresses: all, partners, tokenKeys }, join(ROOT, 'web/dist')),
        { nodeArgs: BFF_NODE_ARGS, root },
      ),
      `http://${host}:${addresses.ports.portal}/readyz`,
    );
  };
  const before = await readFilling(servers.databaseUrl, databases.identity);
  const outsiders = {
    ...outsideEnv({ addresses: all, databases, partners, tokenKeys }),
    PORTAL_DATA_DIR: dataDir,
  };
  noteAddresses(dataDir, all, outsiders);
  const filled = async (): Promise<SeedState> =>
    !whole
      ? before
      : fill(settings.seed, before, {
          dataDir,
          databaseUrl: settings.databaseUrl,
          serverUrl: servers.databaseUrl,
          env: outsiders,
          root,
          report,
          ...waiting,
        });

  const up = Promise.all([outside.up, ...services.map(bringService)]);
  // With data in place the BFF may start beside the services, otherwise only after the seed.
  const filling = before === 'empty' ? await up.then(filled) : before;
  await Promise.all([up, startBff()]);
  timed('All parts are ready');
  return new Portal({
    dataDir,
    supervisor,
    ready,
    addresses: all,
    databases,
    serverUrl: servers.databaseUrl,
    env: outsiders,
    filling,
    release: () => {
      releasePorts(dataDir);
      releaseDataFolder(dataDir);
    },
  });
}

/** Returns a function that awaits running work; until then its failure is not unhandled. */
function settle(work: Promise<void>): () => Promise<void> {
  work.catch(() => {});
  return () => work;
}

function stopwatch(report: (line: string) => void): (what: string) => void {
  let from = performance.now();
  return (what) => {
    const now = performance.now();
    report(`${what} (${((now - from) / 1000).toFixed(1)} s)`);
    from = now;
  };
}

/**
 * Starts the sandbox of the partners and the mail inbox. They need no other server, so they start
 * at once.
 */
function startOutside(
  { settings, options, dataDir, supervisor, waiting }: Start,
  { all, ports }: ChosenAddresses,
  partners: Record<string, string>,
): { up: Promise<unknown>; ready: Record<string, () => Promise<boolean>> } {
  const sandbox = nodeProgram(
    'sandbox',
    'scripts/sandbox/main.ts',
    sandboxEnv(settings, all, partners, dataDir),
  );
  const mailEnv = {
    HOST: settings.host,
    MAIL_PORT: new URL(all.mailUrl).port,
    SMTP_PORT: String(ports.smtp),
    MAIL_DIR: join(dataDir, 'mail'),
    ...clockEnv(options.env),
  };
  const programs = [
    { program: sandbox, url: `${all.sandboxUrl}/__journal` },
    ...(settings.smtpUrl
      ? []
      : [
          {
            program: nodeProgram('mail', 'scripts/start/mail/mail-inbox.ts', mailEnv),
            url: `${all.mailUrl}/healthz`,
          },
        ]),
  ];
  const up = Promise.all(
    programs.map(({ program, url }) =>
      waitReady(
        supervisor.run('partners', withOptions(program, options, false)),
        httpReady(url),
        waiting,
      ),
    ),
  );
  up.catch(() => {});
  return {
    up,
    ready: Object.fromEntries(programs.map(({ program, url }) => [program.name, httpReady(url)])),
  };
}
