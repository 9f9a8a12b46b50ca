import { newYorkDay } from '@portal/contract/days';
import { steadyNow } from '@portal/kit/steady-clock';
import { compared } from '../../../e2e/payments/settled-days.ts';
import { signedInStaff } from '../../../e2e/people/staff.ts';
import { sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import type { Walk } from '../../walk.ts';

const yesterday = (): string =>
  Temporal.PlainDate.from(newYorkDay(steadyNow())).subtract({ days: 1 }).toString();

/** The processor returns no settled batches for three nights. */
export const notReconciled: Walk = {
  alerts: ['PortalNotReconciled'],
  cause: 'for three nights the card processor returns no settled batches',
  async provoke(_site, scene) {
    scene.defer(() => mendPartners());
    await breakPartner({
      partner: 'cards',
      mode: 'error',
      operation: 'getSettledBatchListRequest',
    });
    await sql(
      'payments',
      `UPDATE settled_day SET compared_at = compared_at - interval '3 days'
       WHERE compared_at IS NOT NULL`,
    );
    const techSupport = await signedInStaff('ROLE_TECH_SUPPORT');
    return {
      async follow() {
        await mendPartners();
        for (const account of ['TTI', 'TTINJ'] as const)
          await compared(techSupport, yesterday(), account);
      },
    };
  },
};
