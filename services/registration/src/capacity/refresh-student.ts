import { studentInView } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { readGranted } from '../accommodations/read-granted.ts';
import { keepChanged } from '../projections/keep-changed.ts';
import { askStudents } from '../projections/read-projections.ts';
import { againIfRoomTaken } from './room-taken.ts';
import { fitPlaces } from './special-places.ts';

/**
 * Takes over what identity says of the student in view now, unless the copy is as new, and works
 * the coming bookings out by it. R-548
 */
export async function refreshStudent(call: Call): Promise<void> {
  const studentId = studentInView(call.actor);
  const students = await askStudents([studentId]);
  await againIfRoomTaken(() =>
    inTransaction(call, 'refreshStudent', async (tx) => {
      await keepChanged(tx, { students });
      await fitPlaces(tx, studentId, await readGranted(tx, studentId), null);
    }),
  );
}
