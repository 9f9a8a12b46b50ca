import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../start/paths.ts';
import setUpServers from './servers-setup.ts';

/** Removes the pacts of earlier runs, so that none outlives its consumer's test. */
export default async function setUp(): Promise<void> {
  for (const written of globSync(['services/*/pacts', 'bff/pact/*.json'], { cwd: ROOT }))
    rmSync(join(ROOT, written), { recursive: true, force: true });
  await setUpServers();
}
