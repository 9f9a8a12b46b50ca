import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';
import { listBlanked } from './blanking-store.ts';

// Prints the ids of all students who were blanked, and nothing else of them:
// node services/identity/src/platform/blanking/list-blanked.ts, with the service's own environment.
// `npm run ops` runs it with each backup and before each restore. R-593
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const db = connect(DATABASE_URL, { name: 'identity-list-blanked', ...NO_TIMEOUT });
try {
  process.stdout.write(`${(await listBlanked(db)).join(' ')}\n`);
} catch (error) {
  process.stderr.write(`the list cannot be read: ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await db.close();
}
