import { on } from '@portal/kit/events/inbox';
import { StudentAdded, StudentChanged, StudentRemoved } from '@portal/proto/identity/v1/events';
import { fitPlaces } from '../../capacity/seats/special-places/special-places.ts';
import { readGranted } from '../../records/accommodations/read-granted.ts';
import { dropStudentProjection } from '../close-projections.ts';
import { emitStudentChanges } from '../emit-student-changes.ts';
import { keepChanged } from '../keep-changed.ts';
import { fetchStudents } from '../read-projections.ts';

export const onStudentAdded = on(StudentAdded, {
  prepare: ({ data }) => fetchStudents([data.studentId]),
  apply: (tx, _event, students) => keepChanged(tx, { students }),
});

/** Stores a changed student and adapts coming places to changed accommodations. R-548 */
export const onStudentChanged = on(StudentChanged, {
  prepare: ({ data }) => fetchStudents([data.studentId]),
  apply: async (tx, { data: { studentId } }, students) => {
    await keepChanged(tx, { students });
    await fitPlaces(tx, studentId, await readGranted(tx, studentId), null);
    await emitStudentChanges(tx, studentId);
  },
});

export const onStudentRemoved = on(StudentRemoved, {
  apply: (tx, { data }) => dropStudentProjection(tx, data.studentId),
});
