import { Exam } from '@portal/proto/catalog/v1/exams';
import { Location } from '@portal/proto/catalog/v1/locations';
import { Package } from '@portal/proto/catalog/v1/packages';
import { Student } from '@portal/proto/identity/v1/students';
import { Card } from '@portal/proto/payments/v1/cards';
import { Credits } from '@portal/proto/payments/v1/credits';
import { Registration } from '@portal/proto/registration/v1/registrations';
import { Session } from '@portal/proto/registration/v1/sessions';

// Records as services answer with them, whole, so that a test names only what it is about.

export const anExam = (change: Partial<Exam> = {}): Exam =>
  Exam.fromPartial({
    id: 101,
    subject: 'Biology',
    vendorId: 1,
    vendorName: 'TAL',
    vendorFullname: 'The Assessment League',
    secularNumber: 'BIO-101',
    credits: 3,
    durationMinutes: 120,
    phonesystemActive: true,
    additionalChargeCents: 5000,
    active: true,
    version: 1,
    studyMaterials: [
      {
        id: 1,
        fileType: 'StudyGuide',
        displayTitle: 'Guide',
        url: 'https://tal.test/guide.pdf',
        lastUpdatedDate: '2026-01-02',
      },
    ],
    ...change,
  });

export const aRegistration = (change: Partial<Registration> = {}): Registration =>
  Registration.fromPartial({
    id: 9001,
    examId: 101,
    studentId: 12,
    status: 'registered',
    proctorFeeCents: 1500,
    additionalChargeCents: 5000,
    additionalFeeOwed: true,
    createdAt: new Date('2026-03-01T12:00:00Z'),
    creditsSpent: 3,
    ...change,
  });

export const someCredits = (change: Partial<Credits> = {}): Credits =>
  Credits.fromPartial({ total: 6, generic: 6, pricePerCreditCents: 5250, ...change });

export const aStudent = (change: Partial<Student> = {}): Student =>
  Student.fromPartial({
    id: 12,
    firstName: 'Dana',
    lastName: 'Levi',
    dob: '2003-05-06',
    last4Ssn: '1234',
    gender: '2',
    email: 'dana@student.test',
    membershipTypeId: 1,
    membershipName: 'Member',
    hasAccount: true,
    createdOn: new Date('2025-01-01T00:00:00Z'),
    lastChange: new Date('2025-01-02T00:00:00Z'),
    ...change,
  });

export const aCard = (change: Partial<Card> = {}): Card =>
  Card.fromPartial({
    ccId: '4001',
    cardType: 'Visa',
    last4: '1111',
    name: 'Dana Levi',
    expMonth: 12,
    expYear: 2030,
    ...change,
  });

export const aSession = (change: Partial<Session> = {}): Session =>
  Session.fromPartial({
    id: 77,
    sessionType: '21',
    startsAt: new Date('2026-07-10T13:30:00Z'),
    endsAt: new Date('2026-07-10T17:00:00Z'),
    locationId: 13,
    gender: '3',
    seatsLeft: 2,
    minutesLeft: 210,
    proctorFeeKeptUntil: new Date('2026-07-09T13:30:00Z'),
    ...change,
  });

export const aLocation = (change: Partial<Location> = {}): Location =>
  Location.fromPartial({
    id: 13,
    name: 'Monsey',
    city: 'Monsey',
    address: '1 Main St',
    phone: '845-555-0100',
    active: true,
    ...change,
  });

export const aPackage = (change: Partial<Package> = {}): Package =>
  Package.fromPartial({
    id: 5,
    numberOfCredits: 10,
    purchasePriceCents: 45_050,
    displayName: 'Ten credits',
    proctorFeeCents: 1000,
    active: true,
    internalComment: 'for the office',
    ...change,
  });

/** The answers with which the catalogue is filled. */
export const catalogOf = ({
  exams = [anExam()],
  locations = [aLocation()],
  packages = [aPackage()],
} = {}) => ({
  exams: { listExams: () => ({ version: 1, unchanged: false, exams }) },
  locations: { listLocations: () => ({ version: 1, unchanged: false, locations }) },
  packages: {
    listPackages: () => ({
      version: 1,
      unchanged: false,
      packages,
      prices: {
        memberCents: 5250,
        nonmemberCents: 6000,
        proctorFeeCents: 1500,
        retakeFeeCents: 6000,
      },
    }),
  },
});
