import { newYorkDay } from '@portal/contract/days';
import type { CreditsInfo, CreditTotals } from '@portal/contract/payments/credits';
import type { Granted, Student } from '@portal/contract/students/student';
import { steadyNow } from '@portal/kit/steady-clock';
import type { Student as StudentRecord } from '@portal/proto/identity/v1/students';
import type { Credits } from '@portal/proto/payments/v1/credits';
import type { OwnPrices } from '../catalogue/catalogue.ts';

/** A student as the page reads it. Who changed the record is for staff only. */
export function studentView(
  student: StudentRecord,
  schoolName: string | null,
  forStaff: boolean,
): Student {
  return {
    id: student.id,
    firstName: student.firstName,
    lastName: student.lastName,
    maidenName: student.maidenName ?? null,
    dob: student.dob,
    last4ssn: student.last4Ssn,
    gender: student.gender as Student['gender'],
    email: student.email ?? null,
    cellphone: student.cellphone ?? null,
    phone: student.phone ?? null,
    address: student.address ?? null,
    city: student.city ?? null,
    state: student.state ?? null,
    zip: student.zip ?? null,
    country: student.country ?? null,
    collegeId: student.collegeId ?? null,
    collegeName: student.collegeName ?? null,
    schoolId: student.schoolId ?? null,
    schoolName,
    cohort: student.cohort ?? null,
    membershipTypeId: student.membershipTypeId,
    membershipName: student.membershipName,
    accommodations: student.accommodationsInForce ?? null,
    accommodationsApprovedBy: student.accommodationsApprovedBy ?? null,
    isForSchool: student.isForSchool,
    hasAccount: student.hasAccount,
    ttiStudentId: student.ttiStudentId ?? null,
    isTtiMember: student.isTtiMember,
    ...(forStaff ? changesOf(student) : {}),
  };
}

function changesOf({ createdOn, lastChange, createdBy, lastChangeBy }: StudentRecord) {
  return {
    ...(createdOn ? { createdOn: createdOn.toISOString() } : {}),
    ...(lastChange ? { lastChange: lastChange.toISOString() } : {}),
    createdBy: createdBy ?? null,
    lastChangeBy: lastChangeBy ?? null,
  };
}

/** Returns the accommodations of a student that are not over yet. */
export function grantedView({ approvedAccommodations }: StudentRecord): Granted[] {
  const today = newYorkDay(steadyNow());
  return approvedAccommodations
    .filter(({ validUntil = today }) => validUntil >= today)
    .map(({ kind, percent, minutes, validFrom, validUntil }) => ({
      kind: kind as Granted['kind'],
      percent: percent ?? null,
      minutes: minutes ?? null,
      validFrom,
      validUntil: validUntil ?? null,
    }));
}

const noCredits: Credits = {
  total: 0,
  vendors14: 0,
  vendor3: 0,
  generic: 0,
  pricePerCreditCents: 0,
  priceMissing: true,
  specialPackages: [],
  examAllowedPackages: [],
  examAllowedBalance: 0,
  vendorSpecific: false,
  buyingDisabled: false,
  freeSeminaryRetake: 0,
};

function heldCredits(credits: Credits) {
  const bound = credits.examAllowedPackages;
  const oldest = bound[0];
  return {
    examAllowedPackage: oldest
      ? {
          id: oldest.id,
          display_name: oldest.displayName,
          exams_allowed: [...new Set(bound.flatMap(({ examsAllowed }) => examsAllowed))],
        }
      : null,
    examAllowedPckCreditBalance: credits.examAllowedBalance,
    examAllowedPackages: bound.map(({ id, displayName, examsAllowed, balance }) => ({
      id,
      display_name: displayName,
      exams_allowed: examsAllowed,
      balance,
    })),
    freeCreditForSeminaryStudyRetakes: credits.freeSeminaryRetake,
  };
}

const byVendor = ({ vendors14, vendor3, generic }: Credits) => ({
  '1,4': vendors14,
  '3': vendor3,
  generic,
});

export const creditsView = (
  credits: Credits = noCredits,
  { prices }: { prices: Pick<OwnPrices, 'proctorFeeCents'> },
): CreditsInfo => ({
  totalCredits: credits.total,
  creditsDetails: byVendor(credits),
  pricePerCredit: credits.priceMissing ? null : credits.pricePerCreditCents / 100,
  standardProctorFee: prices.proctorFeeCents / 100,
  specialPackages: credits.specialPackages.map(({ id, displayName }) => ({
    id,
    display_name: displayName,
  })),
  ...heldCredits(credits),
  vendorSpecificPackage: credits.vendorSpecific,
  packageBuyingDisabled: credits.buyingDisabled,
});

/** The same credits under the names of an answer to a purchase or a registration. */
export const totalsView = (credits: Credits = noCredits): CreditTotals => ({
  totCreditsAvailable: credits.total,
  totCreditsDetails: byVendor(credits),
  ...heldCredits(credits),
});
