import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SERVICES, type ServiceName } from './paths.ts';
import { UserError } from './user-error.ts';

/** Throws UserError at the start when sources of a service are missing, not at its first call. */
export function demandSources(services: readonly ServiceName[], root = ROOT): void {
  const files = [
    ...services.map((name) => `services/${name}/src/main.ts`),
    'bff/src/main.ts',
    'scripts/sandbox/main.ts',
    'services/kit/database/migrate.ts',
    'proto/buf.gen.yaml',
    'web/index.html',
  ];
  const missing = (
    services.length === SERVICES.length ? files : files.filter((file) => !file.startsWith('bff/'))
  ).find((file) => !existsSync(join(root, file)));
  if (missing) throw new UserError(`A part of the portal is missing: ${missing}.`);
}
