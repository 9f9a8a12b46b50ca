import { TEST_NOW } from '@portal/access/testing/test-clock';
import { newYorkDay } from '../days.ts';
import type { NewCardFields } from '../payments/cards.ts';

/** Things that a call may name. */
export interface Things {
  readonly examId: number;
  readonly registrationId: number;
  readonly sessionId: number;
  readonly packageId: number;
  readonly ccId: string;
}

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
const yearInNewYork = () => Number(newYorkDay(TEST_NOW).slice(0, 4));

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

/** A card or bank account of seminary study that was never given either. */
export const studyCard = { ...card, paymentType: 'CC', isAuthNet: true, name: 'Dana Levi' };

/** Usual values of fields by name; the demo data has no such person and no such version. */
export const usualValues: Readonly<Record<string, unknown>> = {
  ...card,
  firstName: 'Edna',
  lastName: 'Example',
  maidenName: 'Nee',
  realName: 'Edna Example',
  query: 'Edna Example',
  dob: '1999-02-28',
  ssn: '0000',
  last4ssn: '0000',
  gender: '2',
  email: 'nobody@student.test',
  phone: '718-555-0100',
  cellphone: '718-555-0100',
  semPhone: '718-555-0100',
  address: '12 Barley Street',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11230',
  country: 'United States',
  cohort: DEMO_COHORT,
  password: 'Right4Tests!',
  currentPassword: 'Wrong4Tests!',
  token: 'not-a-token',
  previewHash: 'nothing-that-was-shown',
  previewed: 'nothing-that-was-shown',
  jseId: 'nobody-at-all',
  ttiStudentId: 'nobody-at-all',
  // only tech support may fill it in
  jseStudentId: '',
  requestId: 'a3b0f6f2-7e1c-4c7e-9d5a-0123456789ab',
  roles: ['ROLE_SUPPORT'],
  paymentTo: 'TTI',
  amount: 1,
  proctorFee: 1,
  // of the demo data
  collegeId: 234,
  college: 234,
  membershipTypeId: 2,
  membershipType: 2,
  schoolId: 151,
  school: 151,
  selectedSchool: 151,
  locationId: 13,
  vendorId: 1,
  adminCancelReason: 2,
  seminaryId: 1,
  seminaryYear: 2026,
  // a change that is only tried makes nothing
  dryRun: true,
  version: 2_000_000_000,
  date: '2099-12-01',
  testDate: '2099-12-01',
  startTime: '0930',
  returnDate: '2099-12-20',
  until: '2030-01-31',
  examDate: '2026-02-03',
  closingDate: '2099-11-30',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  from: '2026-11-01',
  to: '2026-11-22',
  year: yearInNewYork(),
  page: 1,
  pageSize: 20,
};
