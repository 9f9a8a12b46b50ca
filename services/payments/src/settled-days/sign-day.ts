import { command } from '@portal/kit/commands/command';
import { domainError } from '../errors.ts';
import { type DayOfAccount, isRunning, lockDay } from './records/day-store.ts';
import { countOpen } from './records/difference-store.ts';

/**
 * Signs a day that was compared and of which nothing is open; from here on nothing of it changes
 * (C-O49, R-581). Refuses with not_compared, signed, running and still_open.
 */
export const signDay = command(
  'signDay',
  async (tx, { day, account, comment }: DayOfAccount & { comment: string }) => {
    const of = { day, account };
    const row = await lockDay(tx, of);
    if (row.state === 'signed') throw domainError('signed');
    if (row.state === 'not_compared') throw domainError('not_compared');
    if (await isRunning(tx, row)) throw domainError('running');
    const open = await countOpen(tx, of);
    if (open > 0) throw domainError('still_open', `${open} differences are open.`);
    await tx.run`
      UPDATE settled_day
      SET state = 'signed', signed_by = ${tx.actor.name}, signed_at = ${tx.now},
        comment = ${comment}
      WHERE day = ${day} AND account = ${account}`;
    const change = { state: [row.state, 'signed'], comment };
    tx.audit({ op: 'action', table: 'settled_day', id: `${day} ${account}`, change });
  },
);
