import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { steadyNow } from '@portal/kit/steady-clock';
import { z } from 'zod';
import { countAllFigures } from './count-figures.ts';

// The command that an operator runs with the address of the service's database:
// node services/registration/src/office/figures/rebuild.ts. To be run after a projections rebuild,
// since figures name vendors.
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const db = connect(DATABASE_URL, { name: 'registration-rebuild', ...NO_TIMEOUT });
await countAllFigures(db, steadyNow());
process.stdout.write('The figures of registration were rebuilt.\n');
await db.close();
