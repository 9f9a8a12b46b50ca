import { isStaff, studentInView } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { checkStudent } from '../copies/check-student.ts';
import { readLastLocation } from './store.ts';

/** Location of the newest session at a location that the student booked; undefined when there is none that the person may see (C-S42). */
export async function getLastLocation(call: Call): Promise<number | undefined> {
  const { db, actor } = call;
  await checkStudent(call);
  return (await readLastLocation(db, studentInView(actor), isStaff(actor)))?.locationId;
}
