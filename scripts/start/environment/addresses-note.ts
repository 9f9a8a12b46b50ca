import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses } from './service-env.ts';

/** Addresses of a portal on this machine, from its data folder; none of them is secret. */
export interface NotedAddresses {
  readonly url: string;
  readonly mailUrl: string;
  readonly sandboxUrl: string;
  /** gRPC, by the names that processes know them by: IDENTITY_ADDR and its kin. */
  readonly services: Readonly<Record<string, string>>;
  /** Prometheus metrics, by part. */
  readonly metrics: Readonly<Record<string, string>>;
}

const fileOf = (dataDir: string): string => join(dataDir, 'run/addresses.json');

/** Notes in the data folder where the portal answers, for tools that look at it from outside. */
export function noteAddresses(
  dataDir: string,
  { url, mailUrl, sandboxUrl, admin }: Addresses,
  env: Readonly<Record<string, string>>,
): void {
  const noted: NotedAddresses = {
    url,
    mailUrl,
    sandboxUrl,
    services: Object.fromEntries(Object.entries(env).filter(([name]) => name.endsWith('_ADDR'))),
    metrics: Object.fromEntries(
      Object.entries(admin).map(([part, port]) => [part, `http://127.0.0.1:${port}/metrics`]),
    ),
  };
  writeFileSync(fileOf(dataDir), `${JSON.stringify(noted, null, 2)}\n`);
}

/** Returns the addresses of the portal of a data folder; undefined when none ever ran on it. */
export function readAddresses(dataDir: string): NotedAddresses | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as NotedAddresses;
  } catch {
    return undefined;
  }
}
