import type { Tx } from '@portal/kit/commands/command';
import { hurryRefunds } from './follow-store.ts';

/** Has refunds that wait looked at by the next run of the job. */
export const lookUpNow = (tx: Tx, refundIds: readonly number[]): Promise<void> =>
  hurryRefunds(tx, refundIds);
