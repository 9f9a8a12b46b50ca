import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';
import { rebuildFigures } from './rebuild-store.ts';

// The command an operator runs: node services/schools/src/figures/rebuild.ts, with the address of
// the service's database.
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const db = connect(DATABASE_URL, { name: 'schools-rebuild', ...NO_TIMEOUT });
await db.transaction((sql) => rebuildFigures(sql));
process.stdout.write('The figures of schools were rebuilt.\n');
await db.close();
