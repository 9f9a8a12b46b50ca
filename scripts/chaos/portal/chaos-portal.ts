import { existsSync, rmSync } from 'node:fs';
import { closeClients } from '@portal/kit/grpc/client';
import { setForFile } from '@portal/kit/testing/after-test';
import { aNetwork, type Network } from '../../e2e/faults/harness/network/network.ts';
import { SERVICES } from '../../start/paths.ts';
import type { Portal } from '../../start/portal-handle.ts';
import { startPortal } from '../../start/start-portal.ts';
import { anyPlace, portalFolder } from '../../test/demo-data.ts';
import { PROCESSES, type ProcessTarget } from '../plan/targets.ts';

/** A separate portal in which each connection between two processes passes a controlled network. */
export interface ChaosPortal {
  readonly portal: Portal;
  /** Where clients send requests: the network in front of the BFF. */
  readonly url: string;
  readonly networks: Readonly<Record<ProcessTarget, Network>>;
  /** Stops everything; deletes the data unless it is to be examined. */
  readonly end: (keepData: boolean) => Promise<void>;
}

/** Variables of the environment with the addresses of other processes. */
const WAYS = /_ADDR$|^(DATABASE|NATS|REDIS|SMTP)_URL$/;
/** Only a crash of the machine would lose data in the kernel's cache. */
const NO_FSYNC = { fsync: 'off' };
const PARTS = [...SERVICES, 'bff'] as const;

/** Starts the portal in a new folder with demo data and free ports. */
export async function startChaosPortal(report: (line: string) => void): Promise<ChaosPortal> {
  if (!existsSync('/proc/self/stat')) throw new Error('chaos needs /proc: run it on Linux');
  const dataDir = portalFolder('chaos');
  const portal = await startPortal({
    env: { ...anyPlace, DATA_DIR: dataDir },
    postgresSettings: NO_FSYNC,
    parts: { '*': { env: { LOG_LEVEL: 'info' } } },
    report,
  });
  setForFile(portal.env);
  const targets = targetsOf(portal);
  const networks = Object.fromEntries(
    await Promise.all(
      PROCESSES.map(async (name) => [name, await aNetwork(targets[name])] as const),
    ),
  ) as Record<ProcessTarget, Network>;
  for (const part of PARTS) portal.change(part, { env: throughNetworks(portal, part, networks) });
  await Promise.all(PARTS.map((part) => portal.restart(part)));
  await portal.ready();
  return {
    portal,
    url: `http://localhost:${networks.bff.address.split(':')[1]}`,
    networks,
    end: async (keepData) => {
      closeClients();
      await Promise.all(Object.values(networks).map((network) => network.close()));
      await portal.stop();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the own host:port of each process. */
function targetsOf(portal: Portal): Record<ProcessTarget, string> {
  const hostOf = (url: string | undefined) =>
    new URL(url ?? '').host.replace('localhost', '127.0.0.1');
  return {
    ...(Object.fromEntries(
      SERVICES.map((service) => [service, portal.grpcAddress(service)]),
    ) as Record<(typeof SERVICES)[number], string>),
    bff: hostOf(portal.url),
    postgres: hostOf(portal.serverUrl),
    nats: hostOf(portal.env['NATS_URL']),
    redis: hostOf(portal.env['REDIS_URL']),
    mail: hostOf(portal.env['SMTP_URL']),
  };
}

/** Returns a process's environment with our networks in place of the others' own addresses. */
function throughNetworks(
  portal: Portal,
  part: (typeof PARTS)[number],
  networks: Readonly<Record<ProcessTarget, Network>>,
): Record<string, string> {
  const targets = Object.entries(targetsOf(portal)) as [ProcessTarget, string][];
  const ways = Object.entries(portal.environmentOf(part)).filter(([name]) => WAYS.test(name));
  return Object.fromEntries(
    ways.map(([name, value]) => [
      name,
      targets.reduce(
        (way, [target, address]) => way.replace(address, networks[target].address),
        value.replace('localhost', '127.0.0.1'),
      ),
    ]),
  );
}
