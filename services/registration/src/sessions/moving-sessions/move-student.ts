import type { Tx } from '@portal/kit/commands/command';
import { SittingMoved } from '@portal/proto/registration/v1/events';
import { OFFICE_ERROR, releaseSession } from '../../booking/session-booking/cancel-session.ts';
import { fitPlaces } from '../../capacity/seats/special-places/special-places.ts';
import { keepStudent } from '../../projections/keep-student.ts';
import { readGranted } from '../../records/accommodations/read-granted.ts';
import { changeAll } from '../../records/registrations/changing/change-registration.ts';
import { allowed } from '../../records/registrations/state/registration-change.ts';
import { changeRegistration } from '../../records/registrations/state/registration-machine.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import type { StudentWork } from '../session-operations/each-student.ts';
import { bookingsInEmail, byProgress } from '../session-operations/exams-of-session.ts';
import { noteOutcomes, type Run } from '../session-operations/run-store.ts';
import { clashOf, type NewPlace } from './clashes.ts';
import { readMovingStudents } from './store.ts';

/** The new time and place are the student's too; leaving it is free until it starts. R-514. */
async function moveAlong(
  tx: Tx,
  exams: readonly RegistrationRow[],
  { locationId }: NewPlace,
  { sessionId, message }: Run,
): Promise<void> {
  await changeAll(
    tx,
    exams.map((row) => ({
      row,
      change: allowed(
        changeRegistration(
          row,
          { type: 'session_moved', branchId: locationId ?? row.branchId },
          tx.now,
        ),
      ),
    })),
  );
  const [first, ...others] = bookingsInEmail(exams);
  if (first)
    tx.emit(SittingMoved, {
      ...first,
      studentId: (exams[0] as RegistrationRow).studentId,
      sessionId,
      togetherWith: others,
      ...(message === null ? {} : { message }),
    });
  // an accommodation may be valid on one of the days and not on the other
  const { studentId } = exams[0] as RegistrationRow;
  await keepStudent(tx, studentId);
  await fitPlaces(tx, studentId, await readGranted(tx, studentId), sessionId);
}

/** Releases the session as an office error; one email covers all exams. R-513. */
async function leaveInstead(
  tx: Tx,
  exams: readonly RegistrationRow[],
  clash: 'time' | 'branch',
  { startsAt: movedTo }: NewPlace,
  { message }: Run,
): Promise<void> {
  const [, ...togetherWith] = bookingsInEmail(exams);
  for (const [at, row] of exams.entries())
    await releaseSession(tx, row, OFFICE_ERROR, {
      emailFields: {
        movedTo,
        clash,
        ...(message === null ? {} : { message }),
        ...(at === 0 ? { togetherWith } : { withoutLetter: true }),
      },
    });
}

/** Moves the exams of one student along with their session, or takes them out of it. */
export const moveStudent =
  (run: Run, place: NewPlace): StudentWork =>
  async (tx, studentId, exams) => {
    const { booked, begun } = byProgress(exams);
    const ids = booked.map(({ id }) => id);
    await noteOutcomes(
      tx,
      run.id,
      'begun',
      begun.map(({ id }) => id),
    );
    const [student] = await readMovingStudents(tx, run.sessionId, [studentId]);
    const otherStarts = (student?.otherStarts ?? []).map((start) => new Date(start));
    const clash = clashOf({ programIds: student?.programIds ?? null, otherStarts }, place);
    await noteOutcomes(tx, run.id, clash === null ? 'moved' : 'left', ids);
    if (booked.length === 0) return;
    await (clash === null
      ? moveAlong(tx, booked, place, run)
      : leaveInstead(tx, booked, clash, place, run));
  };
