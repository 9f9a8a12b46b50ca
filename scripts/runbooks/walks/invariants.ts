import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aPayer } from '../../e2e/payments/refunds.ts';
import { sql } from '../../portal/databases.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** A payment was changed by hand, so that it differs from the sum of its charges. */
export const invariantBroken: Walk = {
  alerts: ['PortalInvariantBroken'],
  cause: 'the amount of a payment is changed by hand in the database',
  async provoke({ portal, ops, log, endOfLog }, scene) {
    const payer = await aPayer();
    const change = (sign: '+' | '-') =>
      sql<{ id: string }>(
        'payments',
        `UPDATE payment SET amount_cents = amount_cents ${sign} 100
          WHERE student_id = $1 RETURNING id`,
        [payer.id],
      );
    const from = endOfLog('payments');
    const [changed] = await change('+');
    let isMended = false;
    const mend = async () => {
      if (!isMended) await change('-');
      isMended = true;
    };
    scene.defer(mend);
    return {
      async follow() {
        const broken = log('payments', from)
          .split('\n')
          .filter((line) => line.includes('invariant broken'));
        expectText(
          broken.join('\n'),
          new RegExp(`"a payment is the sum of its charges".*"id":"?${changed?.id}\\b`),
        );
        const folder = join(portal.dataDir, 'backup-of-walk');
        mkdirSync(folder, { recursive: true });
        await ops('backup', folder, 'payments');
        if (!existsSync(join(folder, 'manifest.json'))) throw new Error('there is no backup');
        await mend();
      },
    };
  },
};
