import type { OfficeExam } from '@portal/contract/catalogue/office-exam';
import type { OfficePrice } from '@portal/contract/catalogue/office-price';
import { dayInNewYork } from '@portal/kit/clock';
import type { SheetColumn } from '../http/files/write-xlsx.ts';

const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** The columns of the exams file, by the names that an import reads. */
export const examColumns: readonly SheetColumn<OfficeExam>[] = [
  { title: 'id', width: 8, cell: ({ id }) => id },
  { title: 'vendor', width: 9, cell: ({ vendor_name }) => vendor_name },
  { title: 'secularNumber', width: 15, cell: ({ secularNumber }) => secularNumber },
  { title: 'subject', width: 36, cell: ({ subject }) => subject },
  { title: 'credits', width: 8, cell: ({ credits }) => credits },
  { title: 'durationMinutes', width: 16, cell: ({ durationMinutes }) => durationMinutes },
  { title: 'onlineOnly', width: 11, cell: ({ onlineOnly }) => yesNo(onlineOnly) },
  { title: 'paperOnly', width: 10, cell: ({ paperOnly }) => yesNo(paperOnly) },
  { title: 'assignments', width: 12, cell: ({ assignments }) => yesNo(assignments) },
  { title: 'phonesystemActive', width: 18, cell: (exam) => yesNo(exam.phonesystemActive) },
  { title: 'seminaryTesting', width: 16, cell: ({ seminaryTesting }) => yesNo(seminaryTesting) },
  { title: 'active', width: 8, cell: ({ active }) => yesNo(active) },
  { title: 'requiredExamIds', width: 18, cell: (exam) => exam.requiredExamIds.join(' ') },
  { title: 'alternateCourseVersion', width: 22, cell: (exam) => exam.alternateCourseVersion },
  { title: 'allowedResources', width: 30, cell: ({ allowedResources }) => allowedResources },
  { title: 'contentCode', width: 14, cell: ({ contentCode }) => contentCode },
  { title: 'programContentCode', width: 19, cell: ({ programContentCode }) => programContentCode },
  { title: 'examProctorCode', width: 16, cell: ({ examProctorCode }) => examProctorCode },
  { title: 'alt1', width: 20, cell: ({ alt1 }) => alt1 },
  { title: 'alt2', width: 20, cell: ({ alt2 }) => alt2 },
  { title: 'alt3', width: 20, cell: ({ alt3 }) => alt3 },
];

/**
 * The columns of the prices file, by the names that an import reads; it ignores the last four.
 */
export const priceColumns: readonly SheetColumn<OfficePrice>[] = [
  { title: 'kind', width: 20, cell: ({ kind }) => kind },
  { title: 'refId', width: 8, cell: ({ refId }) => refId },
  { title: 'name', width: 36, cell: ({ name }) => name },
  { title: 'amount', width: 10, cell: ({ amount }) => amount },
  { title: 'validFrom', width: 12, cell: ({ validFrom }) => dayInNewYork(new Date(validFrom)) },
  { title: 'state', width: 10, cell: ({ state }) => state },
  { title: 'setBy', width: 16, cell: ({ setBy }) => setBy },
  { title: 'reason', width: 36, cell: ({ reason }) => reason },
];
