import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerOf } from '../../start/data-folder/data-folder.ts';
import { keepTokenKeys } from '../../start/data-folder/token-keys.ts';
import { type NotedAddresses, readAddresses } from '../../start/environment/addresses-note.ts';
import { ROOT } from '../../start/paths.ts';
import { readDataDir } from '../../start/settings.ts';
import { startPortal } from '../../start/start-portal.ts';
import { UserError } from '../../start/user-error.ts';
import { readParts, readPrometheus } from '../metrics/samples.ts';
import type { LoadPlace } from './load-place.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface PlaceOptions {
  /** A portal that runs; a portal of the run's own is started when it is left out. */
  readonly against?: string | undefined;
  readonly prometheus?: string | undefined;
  /** Narrows Prometheus to one portal: `namespace="portal"`. */
  readonly selector?: string | undefined;
  readonly mailUrl?: string | undefined;
  readonly cardsUrl?: string | undefined;
}

/**
 * All visitors share one address here. Connections suffice for 10,000 open pages, as one address
 * may hold half of them.
 */
const ONE_ADDRESS = { MAX_CONNECTIONS: '30000', WAITING_ROOM_PLACES_OF_ADDRESS: '1000000' };
const nothingToStop = async () => {};

/** Returns the version of the code in this folder. */
function codeHere(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--tags'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'of an unknown commit';
  }
}

/** Returns the addresses of a portal whose data folder is on this machine. */
export function placeOf(dataDir: string, noted: NotedAddresses, what: string): LoadPlace {
  const keys = keepTokenKeys(dataDir);
  return {
    url: noted.url,
    what: `${what}, code ${codeHere()}`,
    mailUrl: noted.mailUrl,
    cardsUrl: `${noted.sandboxUrl}/xml/v1/request.api`,
    metrics: readParts(noted.metrics),
    operatorEnv: {
      ...noted.services,
      TOKEN_SIGNING_KEY: keys.all,
      TOKEN_PUBLIC_KEYS: keys.public,
    },
    stop: nothingToStop,
  };
}

/**
 * The portal to run against: one of its own, one that `npm start` runs on DATA_DIR, or one that is
 * known by its address alone. Throws a UserError where none can be had.
 */
export async function findPlace(
  { against, ...given }: PlaceOptions,
  env: Environment,
  report: (line: string) => void,
): Promise<LoadPlace> {
  if (against === undefined) return ownPortal(env, report);
  const url = against.replace(/\/+$/, '');
  const dataDir = readDataDir(env);
  const noted = readAddresses(dataDir);
  if (noted?.url === url && ownerOf(dataDir) !== undefined)
    return placeOf(dataDir, noted, `the portal on ${dataDir}`);
  return {
    url,
    what: `a portal known by its address, version ${await versionAt(url)}`,
    mailUrl: given.mailUrl,
    cardsUrl: given.cardsUrl,
    metrics: given.prometheus
      ? readPrometheus(given.prometheus, given.selector)
      : "The portal's own metrics were left out: no --prometheus was named, and " +
        `${dataDir} is not the data folder of ${url}.`,
    operatorEnv: undefined,
    stop: nothingToStop,
  };
}

async function versionAt(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/openapi.json`).catch(() => undefined);
  if (!answer?.ok)
    throw new UserError(`${url} does not answer as a portal (${answer?.status ?? 'no answer'}).`);
  const { info } = (await answer.json()) as { info?: { version?: string } };
  return info?.version ?? 'unknown';
}

/**
 * A portal of the run's own: on DATA_DIR when it is set, so that load data is made once, else on a
 * folder that is deleted afterwards.
 */
async function ownPortal(env: Environment, report: (line: string) => void): Promise<LoadPlace> {
  const isKept = Boolean(env['DATA_DIR']?.trim());
  const folder = isKept ? readDataDir(env) : mkdtempSync(join(tmpdir(), 'portal-load-'));
  const portal = await startPortal({
    env: { ...env, DATA_DIR: folder, PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0' },
    parts: { bff: { env: ONE_ADDRESS } },
    report,
  });
  const noted = readAddresses(portal.dataDir);
  if (!noted) throw new Error('a portal that runs has noted no addresses');
  return {
    ...placeOf(portal.dataDir, noted, `a portal of its own with ${portal.filling} data`),
    stop: async () => {
      await portal.stop();
      if (!isKept) rmSync(folder, { recursive: true, force: true });
    },
  };
}
