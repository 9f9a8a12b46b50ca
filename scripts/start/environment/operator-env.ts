import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dataDir: string): string => join(dataDir, 'run/operator-env.json');

/** Variables of a service that commands run by hand need; no secrets of partners. */
const NAMES = new RegExp(
  '^(PART|DEPLOYMENT|PUBLIC_URL|DATABASE_URL|TOKEN_SIGNING_KEY|TOKEN_PUBLIC_KEYS|NATS_URL' +
    '|SANDBOX_URL|GRPC_TLS_.*|.*_ADDR)$',
);

/** Stores, for the owner of the data folder, the environment of `npm run ops`. */
export function noteOperatorEnv(
  dataDir: string,
  services: Readonly<Record<string, Readonly<Record<string, string>>>>,
): void {
  const kept = Object.fromEntries(
    Object.entries(services).map(([service, env]) => [
      service,
      Object.fromEntries(Object.entries(env).filter(([name]) => NAMES.test(name))),
    ]),
  );
  writeFileSync(fileOf(dataDir), JSON.stringify(kept), { mode: 0o600 });
}

/** The environment of a service for a command that is run by hand. */
export function readOperatorEnv(dataDir: string, service: string): Record<string, string> {
  const all = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  return all[service] ?? {};
}
