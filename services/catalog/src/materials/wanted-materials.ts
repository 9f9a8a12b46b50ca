import type { ListedMaterial } from '../partners/tal-materials.ts';

/** A study material that belongs to an exam of ours. */
export interface WantedMaterial {
  examId: number;
  fileType: string;
  displayTitle: string;
  url: string;
  /** YYYY-MM-DD */
  lastUpdatedDate: string | null;
}

/** Our kinds for the partner's kinds of material; any other kind is `other`. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['guide', 'StudyGuide'],
  ['sample', 'PracticeExam'],
  ['practice', 'PracticeExam'],
  ['syllabus', 'CourseSyllabus'],
  ['review', 'CourseReview'],
  ['review-pdf', 'CourseReviewPDF'],
]);

/** The listed materials of exams that we have, each once; the exams are those of one vendor. */
export function wantedMaterials(
  listed: readonly ListedMaterial[],
  exams: readonly { id: number; secularNumber: string }[],
): WantedMaterial[] {
  const ids = new Map(exams.map(({ id, secularNumber }) => [secularNumber.toLowerCase(), id]));
  const wanted = listed.flatMap(({ examCode, title, type, link, updatedOn }): WantedMaterial[] => {
    const examId = ids.get(examCode.toLowerCase());
    if (examId === undefined) return [];
    return [
      {
        examId,
        fileType: KINDS.get(type.toLowerCase()) ?? 'other',
        displayTitle: title,
        url: link,
        lastUpdatedDate: updatedOn ?? null,
      },
    ];
  });
  return [...new Map(wanted.map((one) => [`${one.examId} ${one.url}`, one])).values()];
}
