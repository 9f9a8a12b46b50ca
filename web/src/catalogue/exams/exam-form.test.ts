import { expect, test } from '@jest/globals';
import type { OfficeExam } from '../api.ts';
import { differing, typedOver } from '../typed-over.ts';
import { emptyExam, examInput, isComplete, valuesOf } from './exam-form.ts';

const exam: OfficeExam = {
  id: 7,
  subject: 'Algebra',
  vendorId: 1,
  vendor_name: 'TAL',
  secularNumber: 'ALG-1',
  alt1: null,
  alt2: null,
  alt3: null,
  credits: 3,
  durationMinutes: 90,
  onlineOnly: false,
  paperOnly: false,
  assignments: false,
  allowedResources: 'Pencil',
  contentCode: null,
  programContentCode: null,
  examProctorCode: null,
  alternateCourseVersion: null,
  phonesystemActive: true,
  requiredExamIds: [3],
  seminaryTesting: false,
  additionalCharge: 0,
  active: true,
  version: 4,
  inUse: 0,
  lastChangeBy: null,
  lastChange: null,
};

test('empty fields are not sent, so that they are empty afterwards', () => {
  const values = { ...valuesOf(exam), allowedResources: '  ', alt1: ' Also ' };
  expect(examInput(values, exam)).toEqual({
    id: 7,
    version: 4,
    subject: 'Algebra',
    vendorId: 1,
    secularNumber: 'ALG-1',
    alt1: 'Also',
    credits: 3,
    durationMinutes: 90,
    onlineOnly: false,
    paperOnly: false,
    assignments: false,
    phonesystemActive: true,
    requiredExamIds: [3],
    seminaryTesting: false,
  });
  expect(examInput(values, null)).not.toHaveProperty('version');
});

test('the required fields of an exam are checked', () => {
  expect(isComplete(emptyExam)).toBe(false);
  expect(isComplete(valuesOf(exam))).toBe(true);
  expect(isComplete({ ...valuesOf(exam), credits: '' })).toBe(false);
  expect(isComplete({ ...valuesOf(exam), subject: ' ' })).toBe(false);
});

test('typed fields overwrite a concurrent change, and nothing else does', () => {
  const current = { ...exam, version: 5, subject: 'Algebra I', credits: 4 };
  const mine = { ...valuesOf(exam), credits: 2, requiredExamIds: [3, 5] };
  expect(typedOver(valuesOf(current), valuesOf(exam), mine)).toEqual({
    ...valuesOf(current),
    credits: 2,
    requiredExamIds: [3, 5],
  });
  expect(differing(valuesOf(exam), valuesOf(current))).toEqual(['subject', 'credits']);
});
