import { on } from '@portal/kit/events/inbox';
import { StudentAdded, StudentChanged } from '@portal/proto/identity/v1/events';
import { keepChanged } from './keep-changed.ts';
import { askStudents } from './read-projections.ts';

export const onStudentAdded = on(StudentAdded, {
  prepare: ({ data }) => askStudents([data.studentId]),
  apply: (tx, _event, students) => keepChanged(tx, { students }),
});

export const onStudentChanged = on(StudentChanged, {
  prepare: ({ data }) => askStudents([data.studentId]),
  apply: (tx, _event, students) => keepChanged(tx, { students }),
});
