import { inDatabase, sql } from '../../../portal/databases.ts';
import { breakPartner, mendPartners, transactions } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import { someBuyers } from '../../buyers.ts';
import { fromRunbook } from '../../commands.ts';
import { expectText } from '../../expect.ts';
import type { Walk } from '../../walk.ts';

const BUYERS = 25;

/**
 * Purchases wait for an unavailable card processor; waiting ones are made older than a walk lasts.
 */
export const processorDown: Walk = {
  alerts: ['PortalProcessesStuck', 'PortalProcessOld', 'PortalPaymentsUnclear'],
  cause: 'the card processor ends every connection while 25 students buy, and an hour passes',
  async provoke({ ops }, scene) {
    const buyers = await someBuyers(BUYERS);
    const ids = buyers.map(({ id }) => id);
    const states = () =>
      sql<{ state: string }>('payments', 'SELECT state FROM payment WHERE student_id = ANY($1)', [
        ids,
      ]);
    scene.defer(() => mendPartners());
    await breakPartner({ partner: 'cards', mode: 'down' });
    await Promise.all(buyers.map(({ buy }) => buy()));
    await until(
      states,
      (all) => all.length === BUYERS && all.every((one) => one.state === 'unknown'),
    );
    await sql(
      'payments',
      `UPDATE payment SET attempted_at = attempted_at - interval '1 hour'
        WHERE student_id = ANY($1)`,
      [ids],
    );
    for (const service of ['payments', 'registration'] as const)
      await sql(
        service,
        "UPDATE process SET created_at = created_at - interval '1 hour' WHERE status = 'running'",
      );
    return {
      async follow() {
        expectText(await ops('letters', 'payments'), /^0 dead letters/m);
        const query = fromRunbook('SELECT name, step, ');
        const stuck = await inDatabase('payments', (ask) => ask<{ name: string }>(query));
        if (stuck.length < BUYERS) throw new Error(`only ${stuck.length} processes are running`);
        await mendPartners();
      },
      async healed() {
        await until(
          states,
          (all) => all.every(({ state }) => state === 'captured' || state === 'dropped'),
          60,
          500,
        );
        const taken = (await transactions()).filter(({ customer }) =>
          ids.includes(Number(customer)),
        );
        const booked = (await states()).filter(({ state }) => state === 'captured');
        if (taken.length !== booked.length)
          throw new Error(`${taken.length} were charged, ${booked.length} are in the books`);
      },
    };
  },
};
