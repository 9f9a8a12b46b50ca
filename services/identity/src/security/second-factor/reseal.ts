import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';
import { listSealedOtherwise, replaceSecret } from './factor-store.ts';
import { currentName, seal, unseal } from './seal.ts';

/**
 * Reseals the secrets of apps that an older key of FACTOR_SECRET sealed. An hour after the new key
 * came first, the older one can be removed.
 */
export function resealJob(db: Database): Job {
  return {
    name: 'seal second factors anew',
    everySeconds: 600,
    run: () => resealSecrets(db),
  };
}

export async function resealSecrets(db: Database): Promise<void> {
  for (;;) {
    const older = await listSealedOtherwise(db, currentName());
    if (older.length === 0) return;
    for (const { id, userId, secret } of older)
      if (secret !== null) {
        const after = seal(userId, unseal(userId, secret));
        await replaceSecret(db, { id, before: secret, after });
      }
  }
}
