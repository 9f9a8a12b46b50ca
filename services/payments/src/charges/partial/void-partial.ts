import { serviceActor } from '@portal/kit/auth/actor';
import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Database } from '@portal/kit/database/database';
import { failpoint } from '@portal/kit/jobs/failpoints';
import { forEachIsolated, type Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { requestIdOrNew } from '@portal/kit/observability/request-id';
import { steadyNow } from '@portal/kit/steady-clock';
import { NoAnswer, ProcessorError } from '../../partners/authorize-net.ts';
import { findTransaction, voidCharge } from '../../partners/card-transactions.ts';
import { insertPartial, markVoided, type PartialApproval, takePartials } from './store.ts';

/**
 * Stores a partial approval and voids it at the processor. A void without confirmation is
 * repeated by the job until the processor confirms it, so this succeeds without an answer too.
 */
export async function releasePartial(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId'>,
  partial: PartialApproval,
): Promise<void> {
  await inTransaction(call, 'partial.note', async (tx) => {
    if (await insertPartial(tx, partial)) auditPartial(tx, partial, 'partly approved');
  });
  await failpoint('payments.partial.noted');
  await voidPartial(call, partial);
}

/** Voids partial approvals until the processor confirms it. */
export function voidPartialsJob(db: Database): Job {
  return {
    name: 'void partial approvals',
    everySeconds: 3,
    async run() {
      await forEachIsolated(
        await takePartials(db),
        ({ paymentId }) => ({ payment: paymentId }),
        (partial) => {
          const [now, requestId] = [steadyNow(), requestIdOrNew()];
          return voidPartial({ db, actor: serviceActor('payments'), now, requestId }, partial);
        },
      );
    },
  };
}

async function voidPartial(
  call: Pick<Call, 'db' | 'actor' | 'now' | 'requestId'>,
  partial: PartialApproval,
): Promise<void> {
  try {
    if (!(await isReleased(partial))) return;
  } catch (error) {
    if (!(error instanceof NoAnswer) && !(error instanceof ProcessorError)) throw error;
    log.warn({ err: error, payment: partial.paymentId }, 'partial approval not voided yet');
    return;
  }
  await inTransaction(call, 'partial.voided', async (tx) => {
    if (await markVoided(tx, partial.transactionId)) auditPartial(tx, partial, 'voided');
  });
}

/** Whether the processor holds nothing of the card any more, after a void. */
async function isReleased({ transactionId, account }: PartialApproval): Promise<boolean> {
  try {
    await voidCharge(transactionId, account);
    return true;
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error;
    // a hold that expired cannot be voided; one that was made just now may not be found yet
    const { state } = await findTransaction(transactionId, account);
    return state === 'voided' || state === 'declined';
  }
}

function auditPartial(tx: Tx, { paymentId, approvedCents }: PartialApproval, state: string): void {
  tx.audit({
    op: 'action',
    table: 'charge',
    id: paymentId,
    change: { state, approvedCents },
  });
}
