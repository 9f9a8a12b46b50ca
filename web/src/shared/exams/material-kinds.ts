import { t } from '@lingui/core/macro';
import type { StudyMaterial } from '@portal/contract/exams/exam';

/** How the kinds of study materials are called. R-122. */
export const materialKinds: Record<StudyMaterial['file_type'], string> = {
  CourseReviewPDF: t`Course review (PDF)`,
  CourseReview: t`Course review`,
  StudyGuide: t`Study guide`,
  CourseSyllabus: t`Course syllabus`,
  PracticeExam: t`Practice exam`,
  other: t`Other material`,
};
