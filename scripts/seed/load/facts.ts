import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { asBff } from '../as.ts';
import { seedClient } from '../clients.ts';

/** An exam as the plan needs it; money in cents. */
export interface ExamFacts {
  readonly id: number;
  /** An exam and its course version are one as to 'already registered'. */
  readonly group: number;
  readonly vendorId: number;
  readonly code: string;
  readonly subject: string;
  readonly credits: number;
  readonly minutes: number;
  readonly additionalChargeCents: number;
}
export interface PackageFacts {
  readonly id: number;
  readonly name: string;
  readonly credits: number;
  readonly priceCents: number;
  readonly proctorFeeCents: number;
  readonly noAdditionalFees: boolean;
  readonly vendorsAllowed: string | null;
}
export interface SchoolFacts {
  readonly id: number;
  readonly chargeSchool: boolean;
  readonly studentsAreMembers: boolean;
}
export interface Facts {
  /** Exams that every student can register for and sit at a branch. */
  readonly exams: readonly ExamFacts[];
  /** Exams with a programme on the exam platform. */
  readonly courses: readonly ExamFacts[];
  /** Packages that students buy for themselves. */
  readonly packages: readonly PackageFacts[];
  readonly prices: { readonly memberCents: number; readonly nonmemberCents: number };
  /** Branches that are open to everybody. */
  readonly branchIds: readonly number[];
  readonly schools: readonly SchoolFacts[];
}

/** Ids of the load schools begin here; the demo schools keep the people they have. */
const FIRST_SCHOOL = 1001;

/** Reads the facts for the plan from the services that own them. */
export async function readFacts(): Promise<Facts> {
  const [exams, packages, locations, schools] = await Promise.all([
    seedClient(ExamsServiceDefinition, 'CATALOG_ADDR').listExams({ knownVersion: 0 }, asBff),
    seedClient(PackagesServiceDefinition, 'CATALOG_ADDR').listPackages({ knownVersion: 0 }, asBff),
    seedClient(LocationsServiceDefinition, 'CATALOG_ADDR').listLocations(
      { knownVersion: 0 },
      asBff,
    ),
    seedClient(SchoolsServiceDefinition, 'SCHOOLS_ADDR').listSchools({ ids: [] }, asBff),
  ]);
  const onOffer = exams.exams
    .filter(
      (one) =>
        one.active &&
        one.phonesystemActive &&
        one.requiredExamIds.length === 0 &&
        one.credits > 0 &&
        !one.onlineOnly,
    )
    .sort((a, b) => a.id - b.id);
  const factsOf = (one: (typeof onOffer)[number]): ExamFacts => ({
    id: one.id,
    group: one.alternateCourseVersion ?? one.id,
    vendorId: one.vendorId,
    code: one.secularNumber,
    subject: one.subject,
    credits: one.credits,
    minutes: one.durationMinutes,
    additionalChargeCents: one.additionalChargeCents,
  });
  return {
    exams: onOffer
      .filter((one) => one.programContentCode === undefined && one.durationMinutes <= 210)
      .map(factsOf),
    courses: onOffer.filter((one) => one.programContentCode !== undefined).map(factsOf),
    packages: packages.packages
      .filter(
        (one) =>
          one.active && !one.adminOnly && !one.isSpecialProgram && one.examsAllowed.length === 0,
      )
      .sort((a, b) => a.id - b.id)
      .map((one) => ({
        id: one.id,
        name: one.displayName,
        credits: one.numberOfCredits,
        priceCents: one.purchasePriceCents,
        proctorFeeCents: one.proctorFeeCents,
        noAdditionalFees: one.noAdditionalFees,
        vendorsAllowed: one.vendorsAllowed ?? null,
      })),
    prices: {
      memberCents: packages.prices?.memberCents ?? 0,
      nonmemberCents: packages.prices?.nonmemberCents ?? 0,
    },
    branchIds: locations.locations
      .filter(
        (one) =>
          one.active &&
          !one.adminOnly &&
          !one.byAppointment &&
          one.seminaryStudyProgramIds.length === 0,
      )
      .map(({ id }) => id)
      .sort((a, b) => a - b),
    schools: schools.schools
      .filter(({ id }) => id >= FIRST_SCHOOL)
      .map(({ id, chargeSchool, studentsAreMembers }) => ({
        id,
        chargeSchool,
        studentsAreMembers,
      })),
  };
}
