/** A school with its prices and settings; money in cents. */
export interface School {
  id: number;
  name: string;
  address: string | null;
  city: string | null;
  gender: string;
  latestCohort: string | null;
  multipleActiveCohorts: boolean;
  chargeSchool: boolean;
  studentsAreMembers: boolean;
  chargeProctorFee: boolean;
  memberPriceCents: number | null;
  nonmemberPriceCents: number | null;
  sessionClosingTime: string;
  /** Exams can be started online in its sessions. R-178. */
  onlineSessions: boolean;
  active: boolean;
  version: number;
}
