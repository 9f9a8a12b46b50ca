import type { Calendar } from './calendar.ts';
import { chanceOf } from './chance.ts';
import type { Facts } from './facts.ts';
import { type Draft, planHistory } from './history.ts';
import { type LoadStudent, studentOf } from './people.ts';
import { type LoadPayment, openTill, Purse, type Spending } from './purse.ts';
import { planSittings } from './sittings.ts';
import type { Sizes } from './sizes.ts';

/** One page of the load data, by the services that store it. */
export interface LoadPage {
  readonly identity: { readonly students: LoadStudent['row'][] };
  readonly registration: {
    readonly sessions: Record<string, unknown>[];
    readonly registrations: Record<string, unknown>[];
  };
  readonly payments: {
    readonly payments: LoadPayment[];
    readonly lots: Record<string, unknown>[];
    readonly spendings: Record<string, unknown>[];
  };
  readonly transcripts: { readonly results: Record<string, unknown>[] };
}

const PAGE = 500;
const BUYERS_CREDITS = 100;
/** Registrations of twenty students beside each other; a hundred, so that the mean is 5. */
const counts = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 7, 8, 8, 9, 10, 11];

/** So many students are in the session that has the most; in smaller data fewer. */
export const crowdOf = (registrations: number): number =>
  Math.min(300, Math.floor(registrations / 100));

/**
 * All of the load data, page by page, the same for the same day and sizes: people, sessions,
 * registrations in all states, the credits that paid for them and the results. What two services
 * know of one fact comes from one line here.
 */
export function* planLoad(
  { students, sessions, registrations }: Sizes,
  facts: Facts,
  calendar: Calendar,
): Generator<LoadPage> {
  const sittings = planSittings(
    { count: sessions, crowd: crowdOf(registrations) },
    facts.branchIds,
    facts.schools,
    calendar,
  );
  const till = openTill();
  const mean = registrations / students / 5;
  let registrationId = 1_000_000;
  let owed = 0;
  for (let first = 1; first <= students; first += PAGE) {
    const page: LoadPage = {
      identity: { students: [] },
      registration: { sessions: first === 1 ? sittings.rows() : [], registrations: [] },
      payments: { payments: [], lots: [], spendings: [] },
      transcripts: { results: [] },
    };
    for (let number = first; number < first + PAGE && number <= students; number++) {
      const student = studentOf(number, facts.schools, calendar);
      const chance = chanceOf(1_000_000 + number);
      page.identity.students.push(student.row);
      owed += (counts[number % counts.length] as number) * mean;
      const count = Math.round(owed);
      owed -= count;
      const purse = new Purse(student, { facts, till, chance, calendar });
      const returns: { daysAgo: number; spending: Spending }[] = [];
      for (const draft of planHistory(student, count, { facts, sittings, chance, calendar })) {
        registrationId++;
        for (const due of returns.filter(({ daysAgo }) => daysAgo >= draft.daysAgo)) {
          purse.giveBack(due.spending);
          returns.splice(returns.indexOf(due), 1);
        }
        const spending =
          draft.kind === 'old' || student.isPrepaid
            ? null
            : purse.spend(draft.exam.credits, draft.daysAgo);
        const cancelledDaysAgo =
          draft.status === 'cancelled' ? draft.daysAgo - Math.min(3, draft.daysAgo / 2) : null;
        if (spending && cancelledDaysAgo !== null)
          returns.push({ daysAgo: cancelledDaysAgo, spending });
        const fees = feesOf(draft, spending);
        const paid =
          fees.proctor + fees.additional > 0
            ? purse.payFees(registrationId, fees, draft.daysAgo - 0.02)
            : null;
        page.registration.registrations.push(
          registrationRow(
            registrationId,
            {
              student,
              draft,
              spending,
              fees,
              paymentId: paid?.id ?? null,
              cancelledDaysAgo,
              grade: gradeOf(draft, chance.between(65, 99)),
            },
            calendar,
          ),
        );
        if (spending)
          page.payments.spendings.push(
            spendingRow(registrationId, { student, draft, spending, cancelledDaysAgo }, calendar),
          );
      }
      if (student.isBuyer) purse.grant(BUYERS_CREDITS, null, 1);
      if (!student.isPrepaid && chance.is(0.4)) purse.add(1, 1 + chance.next() * 100);
      if (!student.isPrepaid && !student.isBuyer && chance.is(0.1))
        purse.addBound(1 + chance.next() * 100);
      page.payments.lots.push(...purse.lots);
      page.payments.payments.push(...purse.payments);
    }
    page.transcripts.results.push(
      ...page.registration.registrations.flatMap((row) => resultRow(row, facts)),
    );
    yield page;
  }
}

/** What had to be paid beside the credits before it could be where it is, in cents. */
function feesOf(
  { kind, sitting, exam }: Draft,
  spending: Spending | null,
): { proctor: number; additional: number } {
  if (spending === null) return { proctor: 0, additional: 0 };
  const isBooked = kind === 'scheduled' && sitting?.type === '21';
  const asksAdditional = isBooked || kind === 'course_started' || kind === 'course_completed';
  return {
    proctor: isBooked ? spending.proctorFeeCents : 0,
    additional: asksAdditional && !spending.noAdditionalFees ? exam.additionalChargeCents : 0,
  };
}

const gradeOf = ({ status, isPassed }: Draft, points: number): string | null =>
  status === 'graded' && isPassed ? String(points) : null;

interface Made {
  student: LoadStudent;
  draft: Draft;
  spending: Spending | null;
  fees: { proctor: number; additional: number };
  paymentId: number | null;
  cancelledDaysAgo: number | null;
  grade: string | null;
}

function registrationRow(id: number, made: Made, calendar: Calendar): Record<string, unknown> {
  const { student, draft, spending, fees, paymentId, cancelledDaysAgo, grade } = made;
  const { exam, kind, status, sitting, daysAgo } = draft;
  const isSat = status === 'taken' || status === 'graded';
  const satAway = sitting ? sitting.away : -Math.floor(daysAgo) + 20;
  const isCourse = kind === 'course_started' || kind === 'course_completed';
  return {
    id,
    student_id: student.row.id,
    exam_id: exam.id,
    exam_group: exam.group,
    status,
    created_at: calendar.moment(-daysAgo),
    is_retake: draft.isRetake,
    is_old_system: kind === 'old',
    session_id: sitting?.id ?? null,
    session_type: sitting?.type ?? null,
    branch_id: sitting?.branchId ?? null,
    session_minutes: sitting?.type === '21' ? exam.minutes : 0,
    booked_at: sitting ? calendar.moment(-daysAgo + 0.04) : null,
    credits_spent: spending ? exam.credits : 0,
    package_type_ids: spending?.packageIds ?? [],
    proctor_fee_cents: spending?.proctorFeeCents ?? 1500,
    no_additional_fees: spending?.noAdditionalFees ?? false,
    additional_charge_cents: exam.additionalChargeCents,
    additional_paid_cents: fees.additional,
    paid_proctor_cents: fees.proctor,
    payment_id: paymentId,
    charge_school: student.isPrepaid && kind !== 'old',
    course_started_at: isCourse ? calendar.moment(-daysAgo * 0.8) : null,
    course_completed_at: kind === 'course_completed' ? calendar.moment(-daysAgo * 0.3) : null,
    taken_on: isSat ? calendar.day(satAway) : null,
    taken_at: isSat ? calendar.moment(satAway + 3) : null,
    graded_on: status === 'graded' ? calendar.day(satAway + 14) : null,
    graded_at: status === 'graded' ? calendar.moment(satAway + 14) : null,
    grade,
    grade_comment: status !== 'graded' ? null : draft.isPassed ? 'Pass' : 'Fail',
    cancelled_at: cancelledDaysAgo === null ? null : calendar.moment(-cancelledDaysAgo),
    cancel_reason: cancelledDaysAgo === null ? null : 2,
  };
}

function spendingRow(
  registrationId: number,
  {
    student,
    draft,
    spending,
    cancelledDaysAgo,
  }: Pick<Made, 'student' | 'draft' | 'cancelledDaysAgo'> & { spending: Spending },
  calendar: Calendar,
): Record<string, unknown> {
  return {
    registration_id: registrationId,
    student_id: student.row.id,
    exam_id: draft.exam.id,
    credits: draft.exam.credits,
    proctor_fee_cents: spending.proctorFeeCents,
    no_additional_fees: spending.noAdditionalFees,
    spent_at: calendar.moment(-draft.daysAgo),
    returned_at: cancelledDaysAgo === null ? null : calendar.moment(-cancelledDaysAgo),
    lines: spending.lines,
  };
}

/** A graded exam as its vendor has it. */
function resultRow(row: Record<string, unknown>, facts: Facts): Record<string, unknown>[] {
  const exam =
    row['status'] === 'graded' ? facts.exams.find(({ id }) => id === row['exam_id']) : undefined;
  if (!exam) return [];
  const isPassed = row['grade_comment'] === 'Pass';
  return [
    {
      student_id: row['student_id'],
      vendor_id: exam.vendorId,
      exam_id: exam.id,
      registration_id: row['id'],
      course_number: exam.code,
      subject: exam.subject,
      credits: isPassed ? exam.credits : null,
      taken_date: row['taken_on'],
      result: isPassed ? 'Pass' : 'Fail',
      score: row['grade'],
      received_at: row['graded_at'],
    },
  ];
}
