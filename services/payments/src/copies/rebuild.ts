import { closeClients } from '@portal/kit/client';
import { connect } from '@portal/kit/database';
import { env } from '../env.ts';
import { rebuildCopies } from './fetch-copies.ts';

// node services/payments/src/copies/rebuild.ts: empties the read copies and refills them from the services that own the facts.
const db = connect(env.DATABASE_URL, { name: 'payments rebuild' });
try {
  await rebuildCopies(db);
  process.stdout.write('payments: the read copies are rebuilt\n');
} catch (error) {
  process.stderr.write(`The read copies of payments could not be rebuilt: ${(error as Error).message}.\n`);
  process.exitCode = 1;
} finally {
  closeClients();
  await db.close();
}
