import type { Call } from '@portal/kit/commands/command';
import { grades, seminaryInvoices, vendors } from '../clients.ts';
import type { InvoiceLine } from './invoice-rows.ts';
import type { TakenExam, Taker } from './match-invoice.ts';

/** Exams under a key of theirs, to be looked up by it. */
const group = <T>(rows: readonly T[], keyOf: (row: T) => number | undefined) =>
  Map.groupBy(rows, keyOf);

/**
 * Finds all students whom the lines may be about, with their exams: students by TAL's id and by
 * name, their registrations of TAL, and seminary students. Three requests for any number of lines.
 */
export async function findTakers(
  { actor, requestId }: Pick<Call, 'actor' | 'requestId'>,
  lines: readonly InvoiceLine[],
): Promise<Taker[]> {
  const by = { actor, requestId };
  const talIds = [...new Set(lines.flatMap(({ talId }) => talId ?? []))];
  const names = [
    ...new Map(
      lines.map(({ lastName, firstName }) => [
        `${lastName}\n${firstName}`.toLowerCase(),
        { lastName, firstName },
      ]),
    ).values(),
  ];
  const { students } = await vendors.findTalStudents({ talIds, names }, by);
  const studentIds = students.map(({ studentId }) => studentId);
  const examCodes = [...new Set(lines.map(({ examCode }) => examCode))];
  const [{ exams, codes }, { students: ofSeminaries }] = await Promise.all([
    grades.listTalExams({ studentIds, examCodes }, by),
    seminaryInvoices.listInvoicedStudents({ studentIds, names }, by),
  ]);
  const codesOf = group(codes, ({ examId }) => examId);
  const registrationsOf = group(exams, ({ studentId }) => studentId);
  const seminaryExamsOf = (taker: (typeof ofSeminaries)[number]): TakenExam[] =>
    taker.exams.flatMap(({ seminaryExamId, examId, takenOn }) =>
      (codesOf.get(examId) ?? []).map(({ examCode }) => ({
        key: `seminary ${seminaryExamId}`,
        studentId: taker.studentId ?? null,
        registrationId: null,
        seminaryExamId,
        examCode,
        days: takenOn === undefined ? [] : [takenOn],
      })),
    );
  const linked = group(ofSeminaries, ({ studentId }) => studentId);
  const members = students.map(({ studentId, talId, lastName, firstName }) => ({
    talId: talId ?? null,
    lastName,
    firstName,
    exams: [
      ...(registrationsOf.get(studentId) ?? []).map(
        ({ registrationId, examCode, days }): TakenExam => ({
          key: `registration ${registrationId}`,
          studentId,
          registrationId,
          seminaryExamId: null,
          examCode,
          days,
        }),
      ),
      ...(linked.get(studentId) ?? []).flatMap(seminaryExamsOf),
    ],
  }));
  const known = new Set(studentIds);
  const others = ofSeminaries
    .filter(({ studentId }) => studentId === undefined || !known.has(studentId))
    .map((taker) => ({
      talId: null,
      lastName: taker.lastName,
      firstName: taker.firstName,
      exams: seminaryExamsOf(taker),
    }));
  return [...members, ...others];
}
