import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import { alertsOf, dropAlert, maySeeLocation, putAlert } from './store.ts';

interface SetSessionAlert {
  locationId: number;
  wanted: boolean;
}

async function work(
  tx: Tx,
  { locationId, wanted }: SetSessionAlert,
  { actor }: Call,
): Promise<{ wanted: boolean }> {
  const studentId = studentInView(actor);
  if (!(await maySeeLocation(tx, studentId, locationId))) throw domainError('location_not_found');
  if ((await alertsOf(tx, studentId)).includes(locationId) === wanted) return { wanted };
  await (wanted
    ? putAlert(tx, studentId, locationId, tx.now)
    : dropAlert(tx, studentId, locationId));
  tx.audit({
    op: wanted ? 'insert' : 'delete',
    table: 'session_alert',
    id: locationId,
    studentId,
    change: { wanted },
  });
  return { wanted };
}

/**
 * Sets or removes the student's alert for open sessions at a location. Throws location_not_found.
 */
export const setSessionAlert = command('setSessionAlert', work);
