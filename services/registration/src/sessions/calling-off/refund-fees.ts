import type { Running } from '@portal/kit/commands/process-definition';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { isTransient, Stuck } from '@portal/kit/transient';
import pLimit from 'p-limit';
import { fees } from '../../clients.ts';
import { noteRefunded, openRefunds, type RefundOfRun } from '../session-operations/run-store.ts';

const REFUNDS_AT_ONCE = 8;

/**
 * Requests from payments the refunds of a run's proctor fees to their cards, each once even if a
 * process dies. Payments keeps the refunds that the processor refuses or cannot do yet, and retries
 * them..
 */
export async function refundFees<I, S>(
  { call, keyFor }: Pick<Running<I, S>, 'call' | 'keyFor'>,
  runId: string,
): Promise<void> {
  const { db, actor, requestId, origin } = call;
  let failed: unknown;
  const one = async ({ registrationId, paymentId }: RefundOfRun) => {
    // the others would fail by it too
    if (isTransient(failed)) return;
    try {
      const refund = await fees.refundFees(
        {
          registrationId,
          additionalFee: false,
          proctorFee: true,
          paymentIds: [paymentId],
        },
        { actor, requestId, origin, key: keyFor(`refund:${registrationId}`) },
      );
      const { refundedCents, waitingCents, error } = refund;
      await noteRefunded(db, runId, registrationId, {
        cents: refundedCents - waitingCents,
        isOpen: waitingCents > 0 || error !== undefined,
      });
    } catch (error) {
      failed = isTransient(failed) ? failed : error;
      log.error(
        { err: error, run: runId, registration: registrationId },
        'refund failed; continuing',
      );
    }
  };
  const limit = pLimit(REFUNDS_AT_ONCE);
  const open = await openRefunds(db, runId);
  await Promise.all(open.map((refund) => limit(one, refund)));
  if (failed instanceof DomainError && !failed.isTransient) throw new Stuck(failed);
  if (failed !== undefined) throw failed;
}
