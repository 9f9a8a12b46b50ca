import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';
import { listBlanked } from './blanking-store.ts';

// The command an operator runs, before a backup is restored and with each one that is taken: node
// services/identity/src/blanking/list-blanked.ts, with the service's own environment. It says the ids
// of everybody who was blanked, and nothing else of them. R-593
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const db = connect(DATABASE_URL, { name: 'identity-list-blanked', ...NO_TIMEOUT });
try {
  process.stdout.write(`${(await listBlanked(db)).join(' ')}\n`);
} finally {
  await db.close();
}
