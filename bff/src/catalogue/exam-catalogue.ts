import type { CallAnswer } from '@portal/contract/call';
import type { Exam } from '@portal/contract/exams/exam';
import type { getAllActiveExams, getAllSeminaryTestingExams } from '@portal/contract/exams/exams';
import { notFound } from '@portal/kit/errors';
import type { Exam as CatalogExam } from '@portal/proto/catalog/v1/exams';
import type { Action } from '@portal/proto/registration/v1/registrations';
import { Prepared, tagOf } from '../http/prepared.ts';
import {
  examMaterials,
  type OwnExamState,
  type SharedFields,
  sharedFields,
  studentFields,
  usualOffer,
} from './exam-rows.ts';

interface Entry {
  exam: CatalogExam;
  shared: SharedFields;
  /** The shared fields as JSON, without the braces around them. */
  sharedJson: string;
  /**
   * The position in `usual` of the row for a student without a registration; empty for an exam that
   * is not offered.
   */
  from: number;
  to: number;
}

/** All exams of one version, by subject and vendor, with the JSON of their rows made once. */
export interface ExamCatalogue {
  version: number;
  /** The price of a sitting where credits set no other. */
  proctorFeeCents: number;
  /** Changes with anything that a row can show. */
  tag: string;
  byId: ReadonlyMap<number, CatalogExam>;
  /** The list without a student. */
  plainList: Prepared;
  /** Active exams with at least one study material. */
  withMaterials: Prepared;
  /** Active exams that may be uploaded for seminary students. */
  seminaryTesting: Prepared;
  /** One row for one student. Refuses with `exam_not_found` an exam that is on no list. */
  row(examId: number, own: OwnExamState): Exam;
  /**
   * Returns the rows of every active exam and of the exams that the student has a registration of,
   * as the inside of a JSON array. `register`: the action of unregistered exams where it is not the
   * usual one; null: none.
   */
  rows(own: ReadonlyMap<number, OwnExamState>, register?: Action | null): Buffer;
}

const bySubject = new Intl.Collator('en', { sensitivity: 'base' });
const inListOrder = (a: CatalogExam, b: CatalogExam): number =>
  bySubject.compare(a.subject, b.subject) || a.vendorId - b.vendorId || a.id - b.id;
const comma = 0x2c;

const inside = (object: object): string => JSON.stringify(object).slice(1, -1);

/** `proctorFeeCents`: the price of a sitting where credits set no other. */
export function examCatalogue(
  version: number,
  exams: readonly CatalogExam[],
  proctorFeeCents: number,
): ExamCatalogue {
  const usualTerms = usualOffer(proctorFeeCents);
  const courses = new Map(
    exams
      .filter(({ active }) => active)
      .map((course) => [course.alternateCourseVersion, course] as const),
  );
  const byId = new Map(exams.map((exam) => [exam.id, exam]));
  const subjectOf = (examId: number) => byId.get(examId)?.subject;
  const tails = new Map<string, string>();
  const usualRows: Buffer[] = [];
  let length = 0;
  const entries = [...exams].sort(inListOrder).map((exam): Entry => {
    const shared = sharedFields(exam, courses.get(exam.id), subjectOf);
    const sharedJson = inside(shared);
    const row = exam.active ? Buffer.from(`{${sharedJson},${tailOf(exam, {})}},`) : Buffer.alloc(0);
    const from = length;
    length += row.length;
    usualRows.push(row);
    return { exam, shared, sharedJson, from, to: length };
  });
  const usual = Buffer.concat(usualRows);
  const places = new Map(entries.map(({ exam }, place) => [exam.id, place]));

  /** The active exams for which the condition holds, in their order. */
  const listOf = (
    row: (exam: CatalogExam) => object,
    holds: (exam: CatalogExam) => boolean = () => true,
  ): Prepared => {
    const listed = entries.map(({ exam }) => exam).filter((exam) => exam.active && holds(exam));
    return new Prepared(Buffer.from(JSON.stringify(listed.map(row))));
  };

  /** The student's part as JSON; the few that come without a registration are made once. */
  function tailOf(exam: CatalogExam, own: OwnExamState): string {
    if (own.registration) return inside(studentFields(exam, usualTerms, own));
    const { proctorFeeCents, noAdditionalFees, freeSeminaryRetake } = own.offer ?? usualTerms;
    const { notEligible = false, register } = own;
    const registerCode = register === null ? 'nothing' : register?.code;
    const fees = `${exam.additionalChargeCents} ${proctorFeeCents} ${noAdditionalFees}`;
    const kind = `${fees} ${freeSeminaryRetake} ${notEligible} ${registerCode}`;
    let tail = tails.get(kind);
    if (tail === undefined) {
      tail = inside(studentFields(exam, usualTerms, own));
      tails.set(kind, tail);
    }
    return tail;
  }

  /** As `rows`, for the few callers without a usual action. */
  function everyRow(own: ReadonlyMap<number, OwnExamState>, register: Action | null): Buffer {
    const rows = entries.flatMap(({ exam, sharedJson }) => {
      const of = own.get(exam.id) ?? {};
      if (!exam.active && !of.registration) return [];
      return [`{${sharedJson},${tailOf(exam, { register, ...of })}}`];
    });
    return Buffer.from(rows.join(','));
  }

  return {
    version,
    proctorFeeCents,
    tag: tagOf(String(version), usual),
    byId,
    plainList: listOf(plainRow),
    withMaterials: listOf(examMaterials, ({ studyMaterials }) => studyMaterials.length > 0),
    seminaryTesting: listOf(seminaryRow, ({ seminaryTesting }) => seminaryTesting),

    row(examId, own) {
      const entry = entries[places.get(examId) ?? -1];
      if (!entry) throw notFound('exam_not_found', 'This exam is not offered.');
      return { ...entry.shared, ...studentFields(entry.exam, usualTerms, own) };
    },

    rows(own, register) {
      if (register !== undefined) return everyRow(own, register);
      const pieces: Buffer[] = [];
      let written = 0;
      const changed = [...own.keys()]
        .map((examId) => places.get(examId))
        .filter((place) => place !== undefined);
      for (const place of changed.sort((a, b) => a - b)) {
        const { exam, sharedJson, from, to } = entries[place] as Entry;
        const of = own.get(exam.id) as OwnExamState;
        if (!exam.active && !of.registration) continue;
        pieces.push(
          usual.subarray(written, from),
          Buffer.from(`{${sharedJson},${tailOf(exam, of)}},`),
        );
        written = to;
      }
      const all = Buffer.concat([...pieces, usual.subarray(written)]);
      return all.at(-1) === comma ? all.subarray(0, -1) : all;
    },
  };
}

/** A row without a student, of an exam that is active. */
export function plainRow(exam: CatalogExam): CallAnswer<typeof getAllActiveExams>[number] {
  return {
    id: exam.id,
    vendor_id: exam.vendorId,
    vendor_name: exam.vendorName,
    subject: exam.subject,
    credits: exam.credits,
    additionalCharge: exam.additionalChargeCents / 100,
    courseNumber: exam.secularNumber,
    secularNumber: exam.secularNumber,
    active: true,
    alternate_course_version: exam.alternateCourseVersion ?? null,
  };
}

const seminaryRow = ({
  id,
  subject,
  vendorId,
}: CatalogExam): CallAnswer<typeof getAllSeminaryTestingExams>[number] => ({
  id,
  subject,
  vendor_id: vendorId,
});
