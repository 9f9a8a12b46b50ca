import { TEST_NOW } from '@portal/access/testing/test-clock';
import type { Contract } from '../calls.ts';
import { newYorkDay } from '../days.ts';
import type { NewCardFields } from '../payments/cards.ts';

/** The name of every call of the contract. */
export type CallName = keyof Contract;

/** Things that a call may name. */
export interface Things {
  readonly examId: number;
  readonly registrationId: number;
  readonly sessionId: number;
  readonly packageId: number;
  readonly ccId: string;
}

/** A well-formed input of a call, with every field that it takes. */
export type Example = (things: Things) => Readonly<Record<string, unknown>>;
export type Examples = Readonly<Record<CallName, Example>>;

/** Ids that do not exist. */
export const nothing: Things = {
  examId: 2_000_000_001,
  registrationId: 2_000_000_002,
  sessionId: 2_000_000_003,
  packageId: 2_000_000_004,
  ccId: '9999999999',
};

/** The cohort of the demo students: the school year that began in July of this year or last. */
export const DEMO_COHORT = (() => {
  const { year, month } = Temporal.PlainDate.from(newYorkDay(TEST_NOW));
  const first = month >= 7 ? year : year - 1;
  return `${first}-${first + 1}`;
})();

/** Receipts are of years of New York, which begin some hours later. */
export const yearInNewYork = () => Number(newYorkDay(TEST_NOW).slice(0, 4));

/** A card whose token the processor never gave. */
export const card: NewCardFields = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'bm90IGEgdG9rZW4',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: TEST_NOW.getFullYear() + 3,
  billingZipCode: '11230',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};

/** A form of a seminary student with every field. */
export const seminarian = {
  firstName: 'Edna',
  lastName: 'Example',
  email: 'nobody@student.test',
  phone: '718-555-0100',
  // a student of the demo data has them, so nothing is added
  ssn: '4000',
  dob: '2005-01-15',
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  seminaryId: 1,
  seminaryYear: 2026,
  semEmail: 'office@seminary.test',
  semPhone: '02-555-0100',
};

/** A form with every field, by each of its names. */
export const person = {
  firstName: 'Edna',
  lastName: 'Example',
  maidenName: 'Nee',
  dob: '1999-02-28',
  last4ssn: '0000',
  ssn: '0000',
  gender: '2',
  email: 'nobody@student.test',
  cellphone: '718-555-0100',
  phone: '718-555-0100',
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  collegeId: 234,
  college: 234,
  membershipTypeId: 2,
  membershipType: 2,
  schoolId: 151,
  school: 151,
  cohort: DEMO_COHORT,
  accommodations: 'More time',
  accommodationsApprovedBy: 'Dr Gold',
  approvedBy: 'Dr Gold',
  password: 'Right4Tests!',
  isForSchool: false,
  isRegularAddEditStudent: true,
  isRegularAdd: true,
  confirmDoubleSsnDob: false,
  seminaryStudentId: 1,
  invitation: 'not-an-invitation',
};

const {
  password: _password,
  invitation: _invitation,
  seminaryStudentId: _link,
  ...edited
} = person;
export const editedPerson = edited;

export const bulkOrder = ({ examId, sessionId, ccId }: Things) => ({
  session: { testSessionId: sessionId },
  schoolId: 151,
  sendStudyMaterials: true,
  studentInfos: [{ studentId: 2_000_000_000, exams: [{ examId }], ccId, amount: 1 }],
});

export const atTti = { ttiStudentId: 'nobody-at-all', programId: 2_000_000_000 };
export const studyCard = { ...card, paymentType: 'CC', isAuthNet: true, name: 'Dana Levi' };

/** An upload that is not only a preview. */
export const looking = { preview: 'false', previewed: 'nothing-that-was-shown' };
export const identity = { dob: '1999-02-28', ssn: '0000' };
export const newPassword = { password: 'Right4Tests!', type: 'create', token: 'not-a-token' };
