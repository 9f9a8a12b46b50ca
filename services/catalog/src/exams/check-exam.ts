import type { FieldError } from '@portal/kit/errors';
import { z } from 'zod';
import type { ExamFields } from './exam.ts';

export const FILE_TYPES = [
  'CourseReviewPDF',
  'CourseReview',
  'StudyGuide',
  'CourseSyllabus',
  'PracticeExam',
  'other',
];

/** Returns the errors of an exam, field by field; `id` is 0 for a new one. */
export function examErrors(exam: ExamFields, id: number): FieldError[] {
  const errors: FieldError[] = [];
  const check = (path: string, isGood: boolean, message: string) => {
    if (!isGood) errors.push({ path, message });
  };
  const isShort = (text: string | null, most: number) => (text ?? '').length <= most;
  check('subject', exam.subject !== '' && isShort(exam.subject, 120), 'Subject invalid');
  check(
    'secularNumber',
    exam.secularNumber !== '' && isShort(exam.secularNumber, 30),
    'Exam code invalid',
  );
  for (const path of ['alt1', 'alt2', 'alt3'] as const)
    check(path, isShort(exam[path], 60), 'Other name invalid');
  for (const path of ['contentCode', 'programContentCode', 'examProctorCode'] as const)
    check(path, isShort(exam[path], 60), 'Code invalid');
  check(
    'credits',
    Number.isSafeInteger(exam.credits) && exam.credits >= 0 && exam.credits <= 12,
    'Credits invalid',
  );
  check(
    'durationMinutes',
    Number.isSafeInteger(exam.durationMinutes) &&
      exam.durationMinutes >= 5 &&
      exam.durationMinutes <= 210,
    'Duration invalid',
  );
  check(
    'paperOnly',
    !(exam.onlineOnly && exam.paperOnly),
    'An exam cannot be both online only and paper only.',
  );
  check(
    'contentCode',
    !(exam.paperOnly && exam.contentCode !== null),
    'An exam on paper only has no online content.',
  );
  check(
    'onlineOnly',
    !exam.onlineOnly || exam.contentCode !== null,
    'An exam that is online only needs its online content.',
  );
  check('allowedResources', isShort(exam.allowedResources, 500), 'Allowed resources invalid');
  const isCharge =
    Number.isSafeInteger(exam.additionalChargeCents) &&
    exam.additionalChargeCents >= 0 &&
    exam.additionalChargeCents % 100 === 0;
  check('additionalCharge', isCharge, 'The additional charge is in whole dollars.');
  check(
    'alternateCourseVersion',
    exam.alternateCourseVersion !== id || id === 0,
    'An exam is no version of itself.',
  );
  check(
    'requiredExamIds',
    exam.requiredExamIds.length <= 10,
    'An exam requires one of at most 10 others.',
  );
  exam.studyMaterials.forEach(({ fileType, displayTitle, url, lastUpdatedDate }, index) => {
    const isUrl = z
      .url({ protocol: /^https?$/ })
      .max(500)
      .safeParse(url).success;
    const isDay = lastUpdatedDate === null || z.iso.date().safeParse(lastUpdatedDate).success;
    const isGood =
      FILE_TYPES.includes(fileType) &&
      displayTitle !== '' &&
      isShort(displayTitle, 200) &&
      isUrl &&
      isDay;
    check(`studyMaterials.${index}`, isGood, 'Study material invalid');
  });
  const urls = exam.studyMaterials.map(({ url }) => url);
  check(
    'studyMaterials',
    new Set(urls).size === urls.length,
    'A study material stands there twice.',
  );
  return errors;
}
