import { ROOT, type ServiceName } from '../paths.ts';
import { runTask } from '../processes/run-task.ts';
import type { DatabaseUrls } from './databases.ts';
import { nodeProgram } from './infrastructure.ts';

export interface Migrating {
  readonly dataDir: string;
  /** Folder of the release whose migrations run; by default this repository. */
  readonly root?: string;
  readonly signal?: AbortSignal;
}

/**
 * Migrates the databases side by side; the first that fails is a sentence, after the others have
 * ended.
 */
export async function migrateAll(
  services: readonly ServiceName[],
  databases: DatabaseUrls,
  { dataDir, root = ROOT, signal }: Migrating,
): Promise<void> {
  const migrateOne = (service: ServiceName): Promise<void> => {
    const env = { DATABASE_URL: databases[service] };
    const file = 'services/kit/database/migrate.ts';
    const program = nodeProgram(`migrate-${service}`, file, env, { root });
    const failure = `The migration of ${service} failed`;
    return runTask(
      { ...program, args: [...program.args, service] },
      { dataDir, failure, ...(signal ? { signal } : {}) },
    );
  };
  const results = await Promise.allSettled(services.map(migrateOne));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
