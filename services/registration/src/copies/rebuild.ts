import { closeClients } from '@portal/kit/client';
import { connect } from '@portal/kit/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';
import { rebuildCopies } from './rebuild-copies.ts';

// The command an operator runs: node services/registration/src/copies/rebuild.ts, with the service's own environment.
const address = z.string().min(1);
const { DATABASE_URL } = readEnv(
  z.object({ DATABASE_URL: address, ACTOR_SECRET: address, IDENTITY_ADDR: address, CATALOG_ADDR: address, SCHOOLS_ADDR: address }),
);
const db = connect(DATABASE_URL, { name: 'registration-rebuild' });
await rebuildCopies(db);
process.stdout.write('The read copies of registration were rebuilt.\n');
closeClients();
await db.close();
