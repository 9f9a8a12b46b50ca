import { expect, test } from '@jest/globals';
import { examErrors, FILE_TYPES } from '../exams/check-exam.ts';
import { packageErrors } from '../packages/check-package.ts';
import { demoExams } from './exams.ts';
import { demoLocations } from './locations.ts';
import { demoPackages, seminaryYear } from './packages.ts';

const now = new Date('2026-03-02T15:00:00Z');
const exams = demoExams(now);

test('the demo exams are without a fault and name only exams that are saved before them', () => {
  const saved = new Set<number>();
  for (const { id, exam } of exams) {
    expect(examErrors(exam, id)).toEqual([]);
    for (const named of [...exam.requiredExamIds, exam.alternateCourseVersion ?? id])
      expect(named === id || saved.has(named)).toBe(true);
    saved.add(id);
  }
});

test('the demo catalogue holds what the portal is shown with', () => {
  const all = exams.map(({ exam }) => exam);
  expect(all.filter(({ active }) => active).length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(({ vendorId }) => vendorId))).toEqual(new Set([1, 3, 4]));
  expect(new Set(all.map(({ credits }) => credits))).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(all.map(({ additionalChargeCents }) => additionalChargeCents)).toEqual(
    expect.arrayContaining([5_000, 10_500]),
  );
  expect(
    new Set(all.flatMap(({ studyMaterials }) => studyMaterials.map(({ fileType }) => fileType))),
  ).toEqual(new Set(FILE_TYPES));
  for (const kind of ['onlineOnly', 'paperOnly', 'assignments'] as const)
    expect(all.some((exam) => exam[kind])).toBe(true);
  expect(all.some(({ phonesystemActive }) => !phonesystemActive)).toBe(true);
  expect(exams.find(({ exam }) => exam.alternateCourseVersion === 525)).toMatchObject({ id: 526 });
  expect(demoLocations.map(({ id }) => id)).toEqual([11, 12, 13, 14, 15, 16, 17]);
});

test('the demo packages are without a fault, with one default', () => {
  const packages = demoPackages(now);
  for (const { pack } of packages) expect(packageErrors(pack)).toEqual([]);
  expect(packages).toHaveLength(9);
  expect(packages.filter(({ pack }) => !pack.active)).toHaveLength(1);
  expect(packages.filter(({ pack }) => pack.isDefault)).toHaveLength(1);
  expect(packages.some(({ pack }) => pack.adminOnly)).toBe(true);
  expect(
    packages
      .flatMap(({ pack }) => pack.examsAllowed)
      .filter((id) => !exams.some((exam) => exam.id === id)),
  ).toEqual([]);
});

test.each([
  ['2026-09-30T12:00:00Z', 2025],
  ['2026-10-01T03:59:59Z', 2025], // still September in New York
  ['2026-10-01T04:00:00Z', 2026],
])('at %s the seminary year is that of %i', (at, year) => {
  expect(seminaryYear(new Date(at))).toBe(year);
});
