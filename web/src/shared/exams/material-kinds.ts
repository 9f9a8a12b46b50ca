import type { StudyMaterial } from '@portal/contract/exams/exam';

/** How the kinds of study materials are called. R-122. */
export const materialKinds: Record<StudyMaterial['file_type'], string> = {
  CourseReviewPDF: 'Course review (PDF)',
  CourseReview: 'Course review',
  StudyGuide: 'Study guide',
  CourseSyllabus: 'Course syllabus',
  PracticeExam: 'Practice exam',
  other: 'Other material',
};
