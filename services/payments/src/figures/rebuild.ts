import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { steadyNow } from '@portal/kit/steady-clock';
import { z } from 'zod';
import { countAllFigures } from './count-figures.ts';

// The command for an operator: node services/payments/src/figures/rebuild.ts, with the address of
// the service's database. Run it after the projections were rebuilt, since figures name vendors.
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const db = connect(DATABASE_URL, { name: 'payments-rebuild', ...NO_TIMEOUT });
await countAllFigures(db, steadyNow());
process.stdout.write('The figures of payments were rebuilt.\n');
await db.close();
