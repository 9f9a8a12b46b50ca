import type { School, SchoolPayment, SchoolStudent } from '@portal/contract/schools/school';
import { dollars } from '@portal/kit/money';
import type {
  SchoolPayment as Payment,
  SchoolRecord,
  SchoolStudent as Student,
} from '@portal/proto/schools/v1/office';
import type { OwnPrices } from '../catalogue/catalogue.ts';
import { cardView } from '../payments/views.ts';

const dollarsOrNull = (cents: number | null): number | null =>
  cents === null ? null : dollars(cents);

/** A school for those who run it; one without prices of its own has the portal's. */
export function schoolView(
  { school, distinctCohorts, balanceCents }: SchoolRecord,
  portal: OwnPrices,
): School {
  if (!school) throw new Error('a school without a record');
  const chargeProctorFee = school.chargeProctorFee ? 1 : 0;
  return {
    id: school.id,
    name: school.name,
    address: school.address ?? null,
    city: school.city ?? null,
    gender: school.gender as School['gender'],
    latest_cohort: school.latestCohort ?? null,
    distinct_cohorts: distinctCohorts.join(','),
    multiple_active_cohorts: school.multipleActiveCohorts,
    school_cohorts: school.cohortChoices.join(','),
    chargeSchool: school.chargeSchool,
    students_are_members: school.studentsAreMembers,
    chargeProctorFee,
    chargeproctorfee: chargeProctorFee,
    member_pricePerCredit: dollarsOrNull(school.memberPriceCents ?? portal.memberCents),
    nonmember_pricePerCredit: dollarsOrNull(school.nonmemberPriceCents ?? portal.nonmemberCents),
    sessionClosingTime: school.sessionClosingTime,
    schoolPaymentBalance: balanceCents === undefined ? null : dollars(balanceCents),
  };
}

export function schoolStudentView({ student, cards, ...credits }: Student): SchoolStudent {
  if (!student) throw new Error('a student without a record');
  return {
    student: {
      id: student.id,
      firstName: student.firstName,
      lastName: student.lastName,
      ssn: student.last4Ssn,
      email: student.email || null,
      gender: student.gender as '1' | '2',
      school_cohort: student.cohort ?? null,
      membershipType: student.membershipTypeId,
    },
    existingStudentCredits: credits.existingCredits,
    availableCredits: credits.availableCredits,
    freeSchoolCredits: credits.freeSchoolCredits,
    paymentMethods: cards.map(cardView),
  };
}

export const paymentView = (payment: Payment): SchoolPayment => ({
  id: payment.id,
  createDate: (payment.createdAt as Date).toISOString(),
  paymentDate: payment.paymentDate,
  amount: dollars(payment.amountCents),
  comment: payment.comment ?? null,
  createdBy: payment.createdBy,
});
