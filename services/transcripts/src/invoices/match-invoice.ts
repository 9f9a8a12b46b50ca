import type { InvoiceLine } from './invoice-rows.ts';

/** Days that a date on an invoice may be away from that of the exam. */
const MAX_DAYS = 7;

/** The possible subject of a line: a student on record, or one of a seminary. */
export interface Taker {
  talId: string | null;
  lastName: string;
  firstName: string;
  exams: readonly TakenExam[];
}
/** A TAL registration or a seminary exam. */
export interface TakenExam {
  /** 'registration 12', 'seminary 5': the same exam is invoiced once. */
  key: string;
  studentId: number | null;
  registrationId: number | null;
  seminaryExamId: number | null;
  examCode: string;
  /** Days on which it may have been taken, YYYY-MM-DD. */
  days: readonly string[];
}
export type NoMatch =
  | 'Student not found'
  | 'Exam not found'
  | 'Date differs'
  | `Already invoiced on ${string}`;
export interface MatchedLine {
  line: InvoiceLine;
  exam: TakenExam | null;
  /** Why there is none. */
  reason: NoMatch | null;
}

const fold = (text: string): string => text.trim().toLocaleLowerCase('en');
const nameOf = ({ lastName, firstName }: Pick<Taker, 'lastName' | 'firstName'>): string =>
  `${fold(lastName)}\n${fold(firstName)}`;

const daysApart = (one: string, other: string): number =>
  Math.abs(Temporal.PlainDate.from(one).until(Temporal.PlainDate.from(other)).days);

/** Days between an exam and the date of a line. */
const distance = (exam: TakenExam, day: string): number =>
  Math.min(...exam.days.map((taken) => daysApart(taken, day)), Number.POSITIVE_INFINITY);

/**
 * Finds the exam that each line is for: by TAL's id, else by last and first name without case, then
 * exam code and a day within a week. A name never matches a student known by another TAL id. Each
 * exam is invoiced once, the nearer of two first; `invoiced` names the invoice that already
 * contains an exam.
 */
export function matchInvoice(
  number: string,
  lines: readonly InvoiceLine[],
  takers: readonly Taker[],
  invoiced: ReadonlyMap<string, string>,
): MatchedLine[] {
  const byTalId = Map.groupBy(
    takers.filter(({ talId }) => talId !== null),
    ({ talId }) => fold(talId as string),
  );
  const byName = Map.groupBy(takers, nameOf);
  const takenBy = new Map(invoiced);

  const takersOf = (line: InvoiceLine): readonly Taker[] => {
    const named = byName.get(nameOf(line)) ?? [];
    if (line.talId === null) return named;
    const { talId } = line;
    return byTalId.get(fold(talId)) ?? named.filter((taker) => taker.talId === null);
  };
  const match = (line: InvoiceLine): Omit<MatchedLine, 'line'> => {
    const none = (reason: NoMatch) => ({ exam: null, reason });
    const meant = takersOf(line);
    if (meant.length === 0) return none('Student not found');
    const ofCode = meant
      .flatMap(({ exams }) => exams)
      .filter(({ examCode }) => fold(examCode) === fold(line.examCode));
    if (ofCode.length === 0) return none('Exam not found');
    const near = ofCode
      .map((exam) => ({ exam, days: distance(exam, line.examDate) }))
      .filter(({ days }) => days <= MAX_DAYS)
      .sort((a, b) => a.days - b.days);
    if (near.length === 0) return none('Date differs');
    const free = near.find(({ exam }) => !takenBy.has(exam.key));
    if (!free) return none(`Already invoiced on ${takenBy.get(near[0]?.exam.key ?? '') ?? number}`);
    takenBy.set(free.exam.key, number);
    return { exam: free.exam, reason: null };
  };
  return lines.map((line) => ({ line, ...match(line) }));
}
