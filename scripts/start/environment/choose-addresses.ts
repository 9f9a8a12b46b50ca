import { SERVICES, type ServiceName } from '../paths.ts';
import { choosePorts } from '../servers/ports.ts';
import type { Settings } from '../settings.ts';
import type { Addresses } from './service-env.ts';

/** Addresses of a portal, and the ports that its servers listen on. */
export interface ChosenAddresses {
  readonly all: Addresses;
  readonly ports: Readonly<Record<string, number>> & {
    readonly postgres: number;
    readonly nats: number;
    readonly redis: number;
    readonly smtp: number;
    readonly portal: number;
  };
}

/** Chooses free ports for every process and builds its addresses from them and the settings. */
export async function chooseAddresses(
  settings: Settings,
  dataDir: string,
): Promise<ChosenAddresses> {
  const names = [
    'postgres',
    'nats',
    'redis',
    'smtp',
    'portal',
    'mail',
    'sandbox',
    'bff-admin',
    ...SERVICES.flatMap((name) => [name, `${name}-admin`]),
  ] as const;
  const free: Record<string, number> = await choosePorts(dataDir, names);
  const port = (name: string): number => free[name] ?? 0;
  const portal = settings.port || port('portal');
  const url = `http://localhost:${portal}`;
  const all: Addresses = {
    url,
    publicUrl: settings.publicUrl ?? url,
    mailUrl: `http://localhost:${settings.mailPort || port('mail')}`,
    sandboxUrl: `http://localhost:${settings.sandboxPort || port('sandbox')}`,
    natsUrl: () => settings.natsUrl ?? '',
    redisUrl: settings.redisUrl ?? '',
    smtpUrl: settings.smtpUrl ?? `smtp://127.0.0.1:${port('smtp')}`,
    grpc: Object.fromEntries(SERVICES.map((name) => [name, port(name)])) as Record<
      ServiceName,
      number
    >,
    admin: {
      bff: port('bff-admin'),
      ...(Object.fromEntries(SERVICES.map((name) => [name, port(`${name}-admin`)])) as Record<
        ServiceName,
        number
      >),
    },
  };
  return {
    all,
    ports: {
      postgres: port('postgres'),
      nats: port('nats'),
      redis: port('redis'),
      smtp: port('smtp'),
      portal,
    },
  };
}
