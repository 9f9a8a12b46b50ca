import { on } from '@portal/kit/events/inbox';
import { ExamChanged, PackagesChanged, PricesChanged } from '@portal/proto/catalog/v1/events';
import { StudentAdded, StudentChanged, StudentRemoved } from '@portal/proto/identity/v1/events';
import { SchoolChanged } from '@portal/proto/schools/v1/events';
import { dropCopy } from './close-projections.ts';
import {
  askExams,
  askPriceList,
  askSchools,
  askStudents,
  holdsExams,
  takeExams,
  takePriceList,
  takeSchools,
  takeStudents,
} from './fetch-projections.ts';

/** Students, schools, exams and the price list, as their owners change them. */
export const projectionConsumers = [
  on(StudentAdded, {
    prepare: ({ data }) => askStudents([data.studentId]),
    apply: (tx, _event, found) => takeStudents(tx, found),
  }),
  on(StudentChanged, {
    prepare: ({ data }) => askStudents([data.studentId]),
    apply: (tx, _event, found) => takeStudents(tx, found),
  }),
  on(StudentRemoved, {
    apply: (tx, { data }) => dropCopy(tx, data.studentId),
  }),
  on(SchoolChanged, {
    prepare: ({ data }) => askSchools([data.schoolId]),
    apply: (tx, _event, found) => takeSchools(tx, found),
  }),
  on(ExamChanged, {
    // the whole list into an empty projection, so that it never holds only some exams
    prepare: async ({ data }, { db }) => askExams((await holdsExams(db)) ? [data.examId] : []),
    apply: (tx, _event, found) => takeExams(tx, found),
  }),
  on(PackagesChanged, {
    prepare: () => askPriceList(0),
    apply: (tx, _event, list) => takePriceList(tx, list),
  }),
  on(PricesChanged, {
    prepare: () => askPriceList(0),
    apply: (tx, _event, list) => takePriceList(tx, list),
  }),
];
