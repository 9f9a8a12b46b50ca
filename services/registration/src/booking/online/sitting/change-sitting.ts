import type { Tx } from '@portal/kit/commands/command';
import type { PaymentChange } from '../../../records/fees/proctor-fee.ts';
import {
  noteChange,
  updateRegistration,
} from '../../../records/registrations/changing/change-registration.ts';
import { allowed, type Change } from '../../../records/registrations/state/registration-change.ts';
import type { OnlineRow } from './online-row.ts';
import { changeSitting, type SittingEvent } from './sitting-machine.ts';

/**
 * Writes a change that leaves the session as it is, with its log, its audit and its proctor
 * payments.
 */
export async function writeOnline(
  tx: Tx,
  row: OnlineRow,
  change: Change,
  payments: PaymentChange[] = [],
): Promise<void> {
  const { id, studentId, sessionId } = row;
  const { status = row.status } = change;
  await updateRegistration(tx, row, change);
  await noteChange(tx, row, { status, sessionId, payments, reason: null });
  tx.audit({
    op: 'update',
    table: 'registration',
    id,
    studentId,
    change: { status: [row.status, status] },
  });
}

/** An event of the sitting of a locked registration. Refuses as the sitting's machine does. */
export const applySitting = (
  tx: Tx,
  row: OnlineRow,
  event: SittingEvent,
  payments: PaymentChange[] = [],
): Promise<void> => writeOnline(tx, row, allowed(changeSitting(row, event, tx.now)), payments);
