import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { ExamFields } from '../exams/exam.ts';

type Row = [
  id: number,
  subject: string,
  credits: number,
  minutes: number,
  more?: Partial<ExamFields>,
];

const BASE = 'https://materials.jse.test';
const TAL = 1;
const CCC = 3;
const CIS = 4;
/** The college whose students take course versions. */
const WOODMONT = 269;
/** Grading of assignments, and graduate level, in cents. */
const ASSIGNMENTS = 5_000;
const GRADUATE = 10_500;

const jewishStudies: Row[] = [
  [101, 'Ethics of the Fathers', 3, 90, { alt1: 'Pirkei Avos', seminaryTesting: true }],
  [102, 'Biblical Hebrew I', 3, 120, { alt1: 'Hebrew Language I', seminaryTesting: true }],
  [
    103,
    'Biblical Hebrew II',
    3,
    120,
    { alt1: 'Hebrew Language II', requiredExamIds: [102], seminaryTesting: true },
  ],
  [
    104,
    'Jewish Philosophy: Maimonides',
    3,
    120,
    { alt1: 'Machshavah', alt2: 'Guide for the Perplexed' },
  ],
  [
    105,
    'Talmudic Law: Damages',
    6,
    180,
    {
      alt1: 'Bava Kamma',
      onlineOnly: false,
      contentCode: null,
      examProctorCode: null,
      paperOnly: true,
    },
  ],
  [106, 'Talmudic Law: Sabbath', 6, 180, { alt1: 'Shabbos', requiredExamIds: [105] }],
  [107, 'The Book of Genesis', 3, 120, { alt1: 'Bereishis', seminaryTesting: true }],
  [108, 'The Book of Exodus', 3, 120, { alt1: 'Shemos', seminaryTesting: true }],
  [109, 'The Book of Leviticus', 3, 120, { alt1: 'Vayikra' }],
  [110, 'The Book of Psalms', 2, 90, { alt1: 'Tehillim', seminaryTesting: true }],
  [111, 'Jewish History: The Second Temple', 3, 120, { seminaryTesting: true }],
  [112, 'Jewish History: Medieval Europe', 3, 120],
  [113, 'Jewish History: The Modern Era', 3, 120, { alt1: 'Contemporary Jewish History' }],
  [114, 'Laws of the Sabbath', 3, 90, { alt1: 'Hilchos Shabbos', seminaryTesting: true }],
  [115, 'Laws of Blessings', 1, 60, { alt1: 'Hilchos Brachos', seminaryTesting: true }],
  [116, 'Aramaic I', 3, 120, { active: false }],
  [
    117,
    'Advanced Hebrew Grammar',
    4,
    150,
    { requiredExamIds: [102, 103], allowedResources: 'A dictionary without notes' },
  ],
  [118, 'History of the Holocaust', 3, 120],
  [
    119,
    'Land of Israel Studies',
    2,
    90,
    {
      paperOnly: true,
      contentCode: null,
      examProctorCode: null,
      allowedResources: 'A plain map, handed out',
    },
  ],
  [
    120,
    'Early Prophets: Joshua and Judges',
    3,
    120,
    { alt1: 'Yehoshua and Shoftim', seminaryTesting: true },
  ],
  [121, 'Early Prophets: Samuel', 3, 120, { alt1: 'Shmuel', seminaryTesting: true }],
  [122, 'Later Prophets: Isaiah', 3, 120, { alt1: 'Yeshaya' }],
  [
    123,
    'Proverbs and Ecclesiastes',
    2,
    90,
    { alt1: 'Mishlei', alt2: 'Koheles', phonesystemActive: false },
  ],
  [
    124,
    'Graduate Seminar: Jewish Ethics',
    5,
    180,
    { additionalChargeCents: GRADUATE, requiredExamIds: [101, 104] },
  ],
];

/**
 * Courses come with assignments and a programme on the platform; each has a version that is the
 * exam alone, eight ids higher.
 */
const coopersmith: Row[] = [
  [301, 'Introduction to Psychology', 3, 120, { alt1: 'General Psychology' }],
  [302, 'Principles of Marketing', 3, 120],
  [303, 'College Writing', 3, 150, { alt1: 'English Composition' }],
  [304, 'Introduction to Sociology', 3, 120],
  [305, 'Business Ethics', 3, 120],
  [306, 'Educational Psychology', 3, 120],
  [307, 'Child Development', 3, 120],
  [308, 'Research Methods', 4, 150, { additionalChargeCents: ASSIGNMENTS + GRADUATE }],
];

const general: Row[] = [
  [401, 'College Algebra', 3, 120, { allowedResources: 'A calculator without memory' }],
  [
    402,
    'Precalculus',
    4,
    150,
    { requiredExamIds: [401], allowedResources: 'A calculator without memory' },
  ],
  [403, 'Statistics I', 3, 120, { allowedResources: 'A calculator and one page of formulas' }],
  [404, 'Principles of Accounting I', 3, 150, { alt1: 'Financial Accounting' }],
  [
    405,
    'Principles of Accounting II',
    3,
    150,
    { alt1: 'Managerial Accounting', requiredExamIds: [404] },
  ],
  [406, 'Macroeconomics', 3, 120],
  [407, 'Microeconomics', 3, 120],
  [408, 'Business Law I', 3, 120],
  [409, 'Principles of Management', 3, 120],
  [410, 'Human Resource Management', 3, 120],
  [411, 'Introduction to Computing', 3, 90, { onlineOnly: true, alt1: 'Computer Literacy' }],
  [412, 'Programming Fundamentals', 4, 180, { onlineOnly: true }],
  [413, 'Databases', 3, 120, { onlineOnly: true, requiredExamIds: [411] }],
  [414, 'American Government', 3, 120],
  [415, 'American History I', 3, 120],
  [416, 'American History II', 3, 120],
  [417, 'World Geography', 3, 90],
  [418, 'Biology I', 4, 150, { alt1: 'General Biology' }],
  [419, 'Anatomy and Physiology', 4, 180, { requiredExamIds: [418] }],
  [420, 'Nutrition', 3, 90],
  [421, 'Personal Finance', 1, 60],
  [422, 'Time Management', 1, 60, { examProctorCode: null }],
  [423, 'Public Speaking', 3, 60, { phonesystemActive: false }],
  [424, 'Introduction to Philosophy', 3, 120],
  [425, 'Art History', 3, 120],
  [426, 'Music Appreciation', 3, 90],
  [427, 'Spanish I', 3, 120, { paperOnly: true, contentCode: null, examProctorCode: null }],
  [428, 'Adolescent Psychology', 3, 120, { requiredExamIds: [301, 309] }],
  [
    429,
    'Graduate Statistics',
    6,
    180,
    { additionalChargeCents: GRADUATE, allowedResources: 'A calculator and one page of formulas' },
  ],
  [430, 'Typing and Office Software', 2, 60, { active: false }],
  [
    525,
    'Foundations of Education',
    3,
    120,
    { alt1: 'Introduction to Teaching', courseChangeReserved: true },
  ],
];

/** An exam of the demo data, to be saved under its id. */
export interface DemoExam {
  id: number;
  exam: ExamFields;
}

/** All exams, those first that others name. */
export function demoExams(now: Date): DemoExam[] {
  const today = dayInNewYork(now);
  const alone = coopersmith.map(
    ([id, subject, credits, minutes, more]): Row => [
      id + 8,
      subject,
      credits,
      minutes,
      more?.alt1 ? { alt1: more.alt1 } : {},
    ],
  );
  const courses = coopersmith.map(
    ([id, subject, credits, minutes, more]): Row => [
      id,
      `${subject} (course)`,
      credits,
      minutes,
      {
        assignments: true,
        additionalChargeCents: ASSIGNMENTS,
        programContentCode: `CCC-P${id}`,
        alternateCourseVersion: id + 8,
        courseCollegeId: WOODMONT,
        ...more,
      },
    ],
  );
  const woodmont: Row = [
    526,
    'Foundations of Education (course)',
    3,
    120,
    {
      assignments: true,
      additionalChargeCents: ASSIGNMENTS,
      programContentCode: 'CIS-P526',
      alternateCourseVersion: 525,
      courseCollegeId: WOODMONT,
    },
  ];
  const all = [
    ...jewishStudies.map((row) => examOf(TAL, row, today)),
    ...[...alone, ...courses].map((row) => examOf(CCC, row, today)),
    ...[...general, woodmont].map((row) => examOf(CIS, row, today)),
  ];
  return all.sort((a, b) => depth(a) - depth(b));
}

const depth = ({ exam }: DemoExam): number =>
  exam.alternateCourseVersion !== null || exam.requiredExamIds.length > 0
    ? 1 + Math.max(exam.requiredExamIds.length, 0)
    : 0;

function examOf(
  vendorId: number,
  [id, subject, credits, durationMinutes, more = {}]: Row,
  today: string,
): DemoExam {
  const code = vendorId === TAL ? `TAL-${id}` : vendorId === CCC ? `CCC-${id}` : `CIS-${id - 200}`;
  const exam: ExamFields = {
    subject,
    vendorId,
    secularNumber: code,
    alt1: null,
    alt2: null,
    alt3: null,
    credits,
    durationMinutes,
    onlineOnly: false,
    paperOnly: false,
    allowedResources: null,
    assignments: false,
    contentCode: `${code}-E`,
    programContentCode: null,
    alternateCourseVersion: null,
    phonesystemActive: true,
    requiredExamIds: [],
    additionalChargeCents: 0,
    examProctorCode: `PR-${id}`,
    active: true,
    seminaryTesting: false,
    courseChangeReserved: false,
    courseCollegeId: null,
    studyMaterials: [],
    ...more,
  };
  return { id, exam: { ...exam, studyMaterials: materialsOf(id, exam, today) } };
}

/**
 * Every exam has a study guide; others follow by a pattern, so that all kinds are there, and one
 * exam has none.
 */
function materialsOf(
  id: number,
  { secularNumber, subject, assignments, active }: ExamFields,
  today: string,
): ExamFields['studyMaterials'] {
  const place = `${BASE}/${secularNumber.toLowerCase()}`;
  const lastUpdatedDate = dayPlus(today, { days: -((id * 11) % 500) - 1 });
  if (!active || id === 422) return [];
  const kinds: [boolean, string, string, string][] = [
    [true, 'StudyGuide', `Study guide: ${subject}`, 'study-guide.pdf'],
    [id % 2 === 0, 'CourseReviewPDF', 'Course review (PDF)', 'course-review.pdf'],
    [id % 3 === 0, 'CourseReview', 'Course review', 'course-review'],
    [assignments || id % 4 === 1, 'CourseSyllabus', 'Course syllabus', 'syllabus.pdf'],
    [id % 5 !== 0, 'PracticeExam', 'Practice exam', 'practice-exam.pdf'],
    [id % 7 === 0, 'other', 'Reading list', 'reading-list'],
  ];
  return kinds
    .filter(([isThere]) => isThere)
    .map(([, fileType, displayTitle, file]) => ({
      fileType,
      displayTitle,
      url: `${place}/${file}`,
      lastUpdatedDate: fileType === 'other' ? null : lastUpdatedDate,
    }));
}
