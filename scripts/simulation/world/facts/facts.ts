import { standIn } from '@portal/kit/testing/calls/stand-in';
import { Exam, ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { Location, LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { SettingsServiceDefinition } from '@portal/proto/identity/v1/settings';
import { Student, StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import type { StudentFacts } from './people.ts';

/** Price of a credit for members, in cents. */
export const CREDIT_CENTS = 4200;
export const LOCATION_ID = 13;
const ADDITIONAL_CENTS = 2500;
/** The shortest time that the office may choose. */
export const OFFER_HOURS = 1;

/** Returns the saved card of a student. */
export const cardOf = (studentId: number): string => `card-${studentId}`;

export interface ExamFacts {
  id: number;
  credits: number;
  additionalCents: number;
}

/** Returns the exams on offer; every third has an additional fee. */
export const examsOnOffer = (count: number): ExamFacts[] =>
  Array.from({ length: count }, (_, index) => ({
    id: 101 + index,
    credits: 1 + (index % 3),
    additionalCents: index % 3 === 2 ? ADDITIONAL_CENTS : 0,
  }));

/** Returns rooms for special places: two per session, so that no two sessions request the same. */
export const roomsApart = (sessions: number): RoomApart[] =>
  Array.from({ length: 2 * sessions }, (_, index) => ({
    id: 901 + index,
    capacity: 1 + (index % 2),
  }));

export interface RoomApart {
  readonly id: number;
  readonly capacity: number;
}

const studentOf = ({ id, gender, granted, version }: StudentFacts): Student =>
  Student.fromPartial({
    id,
    firstName: 'Dina',
    lastName: `Test ${id}`,
    dob: '2004-04-15',
    last4Ssn: '4321',
    gender,
    email: `s${id}@student.test`,
    membershipTypeId: 1,
    version,
    approvedAccommodations: granted,
    createdOn: new Date('2026-01-01T00:00:00Z'),
  });

/** The facts that the surrounding services know. */
export interface Around {
  /** May change; a call returns the current state. */
  students: ReadonlyMap<number, StudentFacts>;
  exams: readonly ExamFacts[];
  rooms: readonly RoomApart[];
}

/** Builds the surrounding services. Their exams and rooms never change here. */
export function aroundServices({ students, exams, rooms }: Around) {
  const offered = exams.map(({ id, credits, additionalCents }) =>
    Exam.fromPartial({
      id,
      subject: `Exam ${id}`,
      vendorId: 1,
      vendorName: 'TAL',
      secularNumber: `X-${id}`,
      credits,
      durationMinutes: 60,
      additionalChargeCents: additionalCents,
      phonesystemActive: true,
      active: true,
      version: 1,
    }),
  );
  const place = Location.fromPartial({
    id: LOCATION_ID,
    name: 'Brooklyn',
    address: '13 Main Street',
    city: 'Brooklyn',
    active: true,
    rooms: rooms.map((room) => ({ ...room, name: `Room ${room.id}`, special: true, active: true })),
  });
  return [
    standIn(SettingsServiceDefinition, {
      getSettings: async () => ({
        settings: {
          offerHours: OFFER_HOURS,
          waitingList: true,
          lowBalanceCents: 50_000,
          version: 1,
        },
      }),
    }),
    standIn(StudentsServiceDefinition, {
      listStudents: async ({ ids, afterId, limit }) => ({
        students: [...students.values()]
          .filter(({ id }) => (afterId === undefined ? ids.includes(id) : id > afterId))
          .slice(0, limit || undefined)
          .map(studentOf),
      }),
    }),
    standIn(ExamsServiceDefinition, {
      getExams: async ({ ids }) => ({ exams: offered.filter(({ id }) => ids.includes(id)) }),
      listExams: async () => ({ version: 1, exams: offered }),
    }),
    standIn(LocationsServiceDefinition, {
      listLocations: async () => ({ version: 1, locations: [place] }),
    }),
    standIn(PackagesServiceDefinition, {
      listPackages: async () => ({
        version: 1,
        packages: [],
        prices: { memberCents: CREDIT_CENTS, nonmemberCents: 5200 },
      }),
    }),
    standIn(SchoolsServiceDefinition, { listSchools: async () => ({ schools: [] }) }),
    standIn(SeminaryStudentsServiceDefinition, {
      listStudentPrograms: async () => ({ programs: [] }),
    }),
  ];
}
