import { expect, test } from '@jest/globals';
import type { Actor } from '@portal/kit/auth/actor';
import { DomainError } from '@portal/kit/errors';
import { type ReportQuestion, reportFilter } from './report-filter.ts';

const OWN = 151;
const OTHER = 209;
const actor = (role: string, schoolId?: number): Actor => ({
  kind: 'staff',
  id: 4,
  roles: [role],
  name: 'somebody',
  via: 'bff',
  ...(schoolId === undefined ? {} : { schoolId }),
});
const office = actor('ROLE_ADMIN');
const school = actor('ROLE_SCHOOL_ADMIN', OWN);
const question = (about: Partial<ReportQuestion> = {}): ReportQuestion => ({
  dateType: 1,
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  sessionType: null,
  sessionPlaceId: null,
  vendorId: null,
  examId: null,
  packageTypeId: null,
  schoolId: null,
  cohort: null,
  ...about,
});
const refusal = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === 'invalid' ? (error.extra.errors?.[0]?.message ?? '') : error.code;
  }
};

test('both days are included, as New York has them, summer time and all', () => {
  expect(reportFilter(office, question())).toMatchObject({
    from: new Date('2026-03-01T05:00:00Z'),
    until: new Date('2026-04-01T04:00:00Z'),
  });
});

test.each([
  ['2026-03-01', '2026-02-28', 'The end date is before the start date.'],
  ['2026-03-01', '2027-03-02', null],
  ['2026-03-01', '2027-03-03', 'Please choose at most 366 days.'],
])('%s to %s: %s', (startDate, endDate, expected) => {
  expect(refusal(() => reportFilter(office, question({ startDate, endDate })))).toBe(expected);
});

test.each([
  ['a location of location sessions', '21', { locationId: 7, sessionSchoolId: null }],
  ['a school of school sessions', '22', { locationId: null, sessionSchoolId: 7 }],
  ['nothing of shipped ones', '23', { locationId: null, sessionSchoolId: null }],
  ['nothing of online ones', '99', { locationId: null, sessionSchoolId: null }],
])('the place of a session is %s', (_what, sessionType, expected) => {
  const filter = reportFilter(office, question({ sessionType, sessionPlaceId: 7 }));
  expect(filter).toMatchObject({ sessionType, ...expected });
});

test.each([
  ['without a school', {}, 'schoolCohort invalid'],
  ['of a school', { schoolId: OTHER }, null],
  ['of school sessions', { sessionType: '22' }, null],
])('the office asks for a cohort %s', (_name, about, expected) => {
  expect(refusal(() => reportFilter(office, question({ cohort: '2026-2027', ...about })))).toBe(
    expected,
  );
});

test('the word NULL filters students without a cohort', () => {
  const filter = reportFilter(office, question({ cohort: 'NULL', schoolId: OWN }));
  expect(filter).toMatchObject({ cohort: null, withoutCohort: true });
});

test("a school admin filters only their own school, by none of the office's filters", () => {
  const filter = reportFilter(
    school,
    question({ sessionType: '21', sessionPlaceId: 13, packageTypeId: 9, cohort: '2026-2027' }),
  );
  expect(filter).toMatchObject({
    schoolId: OWN,
    sessionType: null,
    locationId: null,
    packageTypeId: null,
    cohort: '2026-2027',
  });
  expect(reportFilter(school, question({ sessionType: '22', schoolId: OWN }))).toMatchObject({
    sessionType: '22',
    schoolId: OWN,
  });
});

test.each([
  ['of students', { schoolId: OTHER }],
  ['of sessions', { sessionType: '22', sessionPlaceId: OTHER }],
])('another school %s is not there for a school admin', (_name, about) => {
  expect(refusal(() => reportFilter(school, question(about)))).toBe('school_not_found');
});
