import type { AccommodationForm } from './accommodation-rules.ts';

/** A person on record, as the view student_record gives it. */
export interface Student {
  id: number;
  firstName: string;
  lastName: string;
  maidenName: string | null;
  /** YYYY-MM-DD */
  dob: string;
  last4Ssn: string;
  /** '1' men, '2' women */
  gender: string;
  email: string | null;
  cellphone: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  collegeId: number | null;
  collegeName: string | null;
  schoolId: number | null;
  cohort: string | null;
  membershipTypeId: number;
  membershipName: string;
  accommodations: string | null;
  accommodationsApprovedBy: string | null;
  isForSchool: boolean;
  hasAccount: boolean;
  ttiStudentId: string | null;
  isTtiMember: boolean;
  deniedRegistration: boolean;
  buyingStopped: boolean;
  createdOn: Date;
  lastChange: Date | null;
  createdBy: string | null;
  lastChangeBy: string | null;
  version: number;
  jseId: string | null;
  /** YYYY-MM-DD */
  accommodationsApprovedOn: string | null;
  /** In which pages and mails are written: 'en' or 'he'; null where the student never chose. */
  language: string | null;
  /** Until when what is barred, also when that has passed; null: it is not. */
  buyingBarredUntil: Date | null;
  bookingBarredUntil: Date | null;
  signInBarredUntil: Date | null;
  /** The forms that were approved, also those whose time has not come or is over. */
  approvedAccommodations: AccommodationForm[];
}

/** The fields of a person in a form; an empty field is null. */
export type StudentForm = Pick<
  Student,
  | 'firstName'
  | 'lastName'
  | 'maidenName'
  | 'dob'
  | 'last4Ssn'
  | 'gender'
  | 'email'
  | 'cellphone'
  | 'phone'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'country'
  | 'collegeId'
  | 'schoolId'
  | 'cohort'
  | 'accommodations'
  | 'accommodationsApprovedBy'
  | 'isForSchool'
  | 'ttiStudentId'
  | 'isTtiMember'
> & { membershipTypeId: number | null };
