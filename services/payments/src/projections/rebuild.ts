import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { closeClients } from '@portal/kit/grpc/client';
import { z } from 'zod';
import { rebuildProjections } from './fetch-projections.ts';

// node services/payments/src/projections/rebuild.ts: empties the projections and refills them from
// the services that own the facts. Needs no more of the service's environment than this.
const address = z.string().min(1);
const { DATABASE_URL } = readEnv(
  z.object({
    DATABASE_URL: address,
    TOKEN_SIGNING_KEY: address,
    IDENTITY_ADDR: address,
    CATALOG_ADDR: address,
    SCHOOLS_ADDR: address,
  }),
);
const db = connect(DATABASE_URL, { name: 'payments rebuild', ...NO_TIMEOUT });
try {
  await rebuildProjections(db);
  process.stdout.write('payments: the projections are rebuilt\n');
} catch (error) {
  process.stderr.write(
    `The projections of payments could not be rebuilt: ${(error as Error).message}.\n`,
  );
  process.exitCode = 1;
} finally {
  closeClients();
  await db.close();
}
