import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { closeClients } from '@portal/kit/grpc/client';
import { z } from 'zod';
import { rebuildProjections } from './rebuild-projections.ts';

// The command an operator runs: node services/registration/src/projections/rebuild.ts, with the
// service's own environment.
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
const db = connect(DATABASE_URL, { name: 'registration-rebuild', ...NO_TIMEOUT });
await rebuildProjections(db);
process.stdout.write('The projections of registration were rebuilt.\n');
closeClients();
await db.close();
