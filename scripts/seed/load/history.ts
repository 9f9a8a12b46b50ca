import type { Calendar } from './calendar.ts';
import type { Chance } from './chance.ts';
import type { ExamFacts, Facts } from './facts.ts';
import type { LoadStudent } from './people.ts';
import type { Sitting, Sittings } from './sittings.ts';

export type Kind =
  | 'old'
  | 'graded'
  | 'taken'
  | 'registered'
  | 'scheduled'
  | 'course_started'
  | 'course_completed'
  | 'cancelled';

/** A planned registration: its kind, time and session. */
export interface Draft {
  readonly exam: ExamFacts;
  readonly kind: Kind;
  /** Set for registrations of the old system too. */
  readonly status: string;
  readonly daysAgo: number;
  readonly isRetake: boolean;
  readonly sitting: Sitting | null;
  readonly isPassed: boolean;
}

/**
 * Weights of registrations that were not taken over from the old system; scheduled ones that find
 * no place are only registered.
 */
const weights: Record<Exclude<Kind, 'old'>, number> = {
  graded: 48,
  registered: 18,
  scheduled: 18,
  cancelled: 9,
  course_started: 4,
  course_completed: 2,
  taken: 1,
};
const OLD = 0.5;
const PASSED = 0.9;
const TAKEN_OVER_DAYS_AGO = 400;
/** Days while papers of taken exams are being graded; earlier exams have a grade. */
const WAITING = { from: -24, to: -12 };
/** To the end of the next month, whatever today is. */
const AHEAD = { from: 1, to: 62 };

/**
 * The registrations of a student, oldest first: each exam once, but for failed ones that are tried
 * again.
 */
export function planHistory(
  student: LoadStudent,
  count: number,
  {
    facts,
    sittings,
    chance,
    calendar,
  }: { facts: Facts; sittings: Sittings; chance: Chance; calendar: Calendar },
): Draft[] {
  const groups = new Set<number>();
  const busy = new Set<number>();
  const drafts: Draft[] = [];
  const freeExam = (list: readonly ExamFacts[]): ExamFacts | undefined => {
    for (let tries = 0; tries < 20 && list.length > 0; tries++) {
      const exam = chance.pick(list);
      if (groups.has(exam.group)) continue;
      groups.add(exam.group);
      return exam;
    }
    return list.find((exam) => !groups.has(exam.group) && groups.add(exam.group));
  };
  while (drafts.length < count) {
    const failed = drafts.find(
      (one) =>
        one.status === 'graded' &&
        !one.isPassed &&
        !drafts.some((other) => other.isRetake && other.exam === one.exam),
    );
    if (failed && chance.is(0.3)) {
      drafts.push({
        ...failed,
        kind: 'registered',
        status: 'registered',
        isRetake: true,
        sitting: null,
        daysAgo: chance.next() * 3,
        isPassed: false,
      });
      continue;
    }
    const wanted: Kind = chance.is(OLD)
      ? 'old'
      : student.isPrepaid
        ? withoutCourses(chance)
        : chance.weighed(weights);
    const course =
      wanted === 'course_started' || wanted === 'course_completed'
        ? freeExam(facts.courses)
        : undefined;
    const exam = course ?? freeExam(facts.exams);
    if (!exam) return drafts;
    const kind = course || !wanted.startsWith('course') ? wanted : 'registered';
    drafts.push(draftOf(exam, kind, student, { sittings, chance, busy, calendar }));
  }
  return drafts.sort((a, b) => b.daysAgo - a.daysAgo);
}

function withoutCourses(chance: Chance): Kind {
  const kind = chance.weighed(weights);
  return kind.startsWith('course') ? 'registered' : kind;
}

interface Around {
  sittings: Sittings;
  chance: Chance;
  busy: Set<number>;
  calendar: Calendar;
}

function draftOf(exam: ExamFacts, kind: Kind, student: LoadStudent, around: Around): Draft {
  const { chance, busy } = around;
  const plain = { exam, isRetake: false, sitting: null, isPassed: chance.is(PASSED) };
  const old = (): Draft => ({
    ...plain,
    kind: 'old',
    status: chance.is(0.92) ? 'graded' : 'cancelled',
    daysAgo: TAKEN_OVER_DAYS_AGO + chance.next() * 3_200,
  });
  if (kind === 'old') return old();
  if (kind === 'graded' || kind === 'taken') {
    const days = kind === 'taken' ? WAITING : { from: -385, to: -20 };
    const sitting = takePlace(student, days, around);
    if (!sitting) return old();
    busy.add(sitting.away);
    return {
      ...plain,
      kind,
      status: kind,
      sitting,
      daysAgo: -sitting.away + 3 + chance.next() * 40,
    };
  }
  if (kind === 'scheduled') {
    const sitting = takePlace(student, AHEAD, around);
    if (!sitting)
      return {
        ...plain,
        kind: 'registered',
        status: 'registered',
        daysAgo: 1 + chance.next() * 60,
      };
    busy.add(sitting.away);
    return { ...plain, kind, status: kind, sitting, daysAgo: 4 + chance.next() * 60 };
  }
  const longest = { registered: 250, cancelled: 380, course_started: 200, course_completed: 250 }[
    kind
  ];
  return { ...plain, kind, status: kind, daysAgo: 5 + chance.next() * longest };
}

/**
 * Students of a school that prepays sit in its sessions, those of others in every second of their
 * exams.
 */
function takePlace(
  student: LoadStudent,
  { from, to }: { from: number; to: number },
  { sittings, chance, busy }: Around,
): Sitting | undefined {
  const { school_id, gender } = student.row;
  const own =
    school_id !== null && (student.isPrepaid || chance.is(0.5))
      ? sittings.atSchool(school_id, busy, from, to)
      : undefined;
  if (own || student.isPrepaid) return own;
  return sittings.takeAtBranch({ gender, busy }, from, to, chance);
}
