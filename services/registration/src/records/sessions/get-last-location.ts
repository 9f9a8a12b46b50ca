import { isStaff, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { readLastLocation } from './store.ts';

/**
 * Location of the newest session at a location that the student booked; undefined when there is
 * none that the person may see (C-S42).
 */
export async function getLastLocation(call: Call): Promise<number | undefined> {
  const { db, actor } = call;
  return (await readLastLocation(db, studentInView(actor), isStaff(actor)))?.locationId;
}
