import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { closeClients } from '@portal/kit/grpc/client';
import { env } from '../env.ts';
import { rebuildProjections } from './fetch-copies.ts';

// node services/payments/src/projections/rebuild.ts: empties the read copies and refills them from
// the services that own the facts.
const db = connect(env.DATABASE_URL, { name: 'payments rebuild', ...NO_TIMEOUT });
try {
  await rebuildProjections(db);
  process.stdout.write('payments: the read copies are rebuilt\n');
} catch (error) {
  process.stderr.write(
    `The read copies of payments could not be rebuilt: ${(error as Error).message}.\n`,
  );
  process.exitCode = 1;
} finally {
  closeClients();
  await db.close();
}
