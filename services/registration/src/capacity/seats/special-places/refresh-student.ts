import { studentInView } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { keepChanged } from '../../../projections/keep-changed.ts';
import { fetchStudents } from '../../../projections/read-projections.ts';
import { readGranted } from '../../../records/accommodations/read-granted.ts';
import { againIfRoomTaken } from '../rooms/room-taken.ts';
import { fitPlaces } from './special-places.ts';

/**
 * Reads the student in view from identity, stores a newer version in the projection, and adapts the
 * coming bookings to it. R-548
 */
export async function refreshStudent(call: Call): Promise<void> {
  const studentId = studentInView(call.actor);
  const students = await fetchStudents([studentId]);
  await againIfRoomTaken(() =>
    inTransaction(call, 'refreshStudent', async (tx) => {
      await keepChanged(tx, { students });
      await fitPlaces(tx, studentId, await readGranted(tx, studentId), null);
    }),
  );
}
