import { durable } from '@portal/kit/commands/process';
import type { Step } from '@portal/kit/commands/process-definition';
import { personalData } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { findPerson } from '../data-requests/request-store.ts';
import { askOwners } from './ask-owners.ts';
import { blankRows } from './blank-rows.ts';
import { tryAgainAt } from './blanking-rules.ts';
import { noteBegun, noteDone, putOff } from './blanking-store.ts';
import { personToBlank } from './person-to-blank.ts';

export interface BlankingTask {
  blankingId: string;
  studentId: number;
  /** After a backup was restored: repeats the decided blanking despite any obstacle. */
  again: boolean;
}

/** Each owner removes its part in a transaction of its own; again it finds nothing more. */
const steps: Step<BlankingTask, object>[] = Object.entries(personalData).map(
  ([service, client]) => ({
    name: service,
    async run({ call, input: { studentId }, keyFor }) {
      const person = await personToBlank(call.db, studentId);
      const by = { actor: call.actor, requestId: call.requestId, key: keyFor(service) };
      await client.blankStudent({ person }, by);
      return undefined;
    },
    commit: async () => undefined,
  }),
);

/**
 * Removes the identifying data of a person from all services, identity last, since its data find
 * the others' rows (C-O60); any replica can resume it. Refuses with cannot_blank while something is
 * in the way, and is retried then. R-589, R-591
 */
export const blankProcess = durable<BlankingTask, object, object>({
  name: 'blankStudent',
  async begin(tx, { blankingId, again }) {
    const begun = await noteBegun(tx, blankingId, tx.now);
    if (begun === 0 && !again) throw domainError('already_blanked');
    return {};
  },
  steps: [
    {
      name: 'check',
      async run({ call, input: { studentId, again } }) {
        if (again) return undefined;
        const { actor, requestId } = call;
        const { ttiStudentId } = await findPerson(call.db, studentId);
        const about = { id: studentId, ttiStudentId };
        const { reasons } = await askOwners(about, { actor, requestId });
        if (reasons.length > 0) throw domainError('cannot_blank');
        return undefined;
      },
      commit: async () => undefined,
      async undo(tx, { input: { blankingId } }) {
        await putOff(tx, blankingId, tryAgainAt(tx.now));
      },
    },
    ...steps,
    {
      name: 'identity',
      async commit(tx, { input: { blankingId, studentId } }) {
        await blankRows(tx, await personToBlank(tx, studentId));
        await noteDone(tx, blankingId, tx.now);
        return undefined;
      },
    },
  ],
  answer: () => ({}),
  mustFinish: 'a part of the personal data is removed already',
});
