import { expect, test } from '@jest/globals';
import { wantedMaterials } from './wanted-materials.ts';

const exams = [
  { id: 101, secularNumber: 'TAL-101' },
  { id: 102, secularNumber: 'tal-102' },
];
const listed = {
  examCode: 'TAL-101',
  title: 'Study guide',
  type: 'guide',
  link: 'https://a.test/1',
  updatedOn: '2026-01-15',
};

test('a listed material goes to the exam that has its code, however it is written', () => {
  expect(wantedMaterials([listed, { ...listed, examCode: 'TAL-102' }], exams)).toEqual([
    {
      examId: 101,
      fileType: 'StudyGuide',
      displayTitle: 'Study guide',
      url: 'https://a.test/1',
      lastUpdatedDate: '2026-01-15',
    },
    {
      examId: 102,
      fileType: 'StudyGuide',
      displayTitle: 'Study guide',
      url: 'https://a.test/1',
      lastUpdatedDate: '2026-01-15',
    },
  ]);
});

test('materials of exams that we do not have are left out', () => {
  expect(wantedMaterials([{ ...listed, examCode: 'TAL-999' }], exams)).toEqual([]);
});

test('a material listed twice for one exam is taken once, as listed last', () => {
  expect(wantedMaterials([listed, { ...listed, title: 'New title' }], exams)).toMatchObject([
    { displayTitle: 'New title' },
  ]);
});

test.each([
  ['guide', 'StudyGuide'],
  ['Sample', 'PracticeExam'],
  ['syllabus', 'CourseSyllabus'],
  ['review', 'CourseReview'],
  ['review-pdf', 'CourseReviewPDF'],
  ['a new kind', 'other'],
  ['constructor', 'other'],
])('the kind %s is our %s', (type, fileType) => {
  expect(wantedMaterials([{ ...listed, type, updatedOn: null }], exams)).toMatchObject([
    { fileType, lastUpdatedDate: null },
  ]);
});
