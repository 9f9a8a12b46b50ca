import { randomUUID } from 'node:crypto';
import type { Database } from '@portal/kit/database/database';
import { notFound } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asService,
  asStudent,
  freshDatabase,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { Exam, ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { Location, LocationsServiceDefinition } from '@portal/proto/catalog/v1/locations';
import { PackagesServiceDefinition, type Prices } from '@portal/proto/catalog/v1/packages';
import { Settings, SettingsServiceDefinition } from '@portal/proto/identity/v1/settings';
import { StaffServiceDefinition } from '@portal/proto/identity/v1/staff';
import { Student, StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { School, SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import type * as tables from '../prisma/tables.ts';
import { registerExam } from './booking/purchases/register-exam.ts';
import { createSessions, type NewSession } from './capacity/seats/sessions/create-sessions.ts';
import { rebuildProjections } from './projections/rebuild-projections.ts';
import { recordFeesPaid } from './records/registrations/changing/record-fees-paid.ts';
import type { Registration } from './records/registrations/reading/registration-view.ts';
import { confirmRedemption, reserveRedemption } from './results/redemptions/redeem-exams.ts';
import { PaymentsStandIn } from './testing/payments-stand-in.ts';

/** Everything around registration in memory, and a database of its own. */
export interface World {
  db: TestDatabase;
  payments: PaymentsStandIn;
  students: Map<number, Student>;
  exams: Map<number, Exam>;
  locations: Location[];
  /** catalog's prices; a change of them needs a new version. */
  prices: { version: number; now: Prices };
  schools: Map<number, School>;
  /** The office's settings; a change of them needs a new version. */
  settings: Settings;
  /** Seminary programmes of a student. */
  programs: Map<number, number[]>;
  /** Coopersmith's ids of students. */
  cccIds: Map<number, string>;
  /** Roles of an account of staff. */
  staffRoles: Map<number, string[]>;
  close: () => Promise<void>;
}

const WOMAN = '2';
export const MAN = '1';

/** Makes a world with a few branches and a school, and with filled projections. */
export async function aWorld(): Promise<World> {
  const db = await freshDatabase('registration');
  const payments = new PaymentsStandIn();
  const students = new Map<number, Student>();
  const exams = new Map<number, Exam>();
  const prices: World['prices'] = {
    version: 1,
    now: {
      memberCents: 4200,
      memberPriceMissing: false,
      nonmemberCents: 5200,
      nonmemberPriceMissing: false,
      proctorFeeCents: 1500,
      retakeFeeCents: 6000,
    },
  };
  const schools = new Map<number, School>();
  const settings = Settings.fromPartial({
    offerHours: 24,
    waitingList: true,
    lowBalanceCents: 50_000,
    version: 1,
  });
  const programs = new Map<number, number[]>();
  const cccIds = new Map<number, string>();
  const staffRoles = new Map<number, string[]>();
  const branch = (id: number, name: string, more: Partial<Location> = {}): Location =>
    Location.fromPartial({
      id,
      name,
      address: `${id} Main Street`,
      city: 'Brooklyn',
      active: true,
      ...more,
    });
  const locations = [
    branch(13, 'Brooklyn'),
    branch(14, 'Lakewood'),
    branch(15, 'Office', { adminOnly: true }),
    branch(16, 'Monsey', {
      byAppointment: true,
      contactFirstName: 'Rachel',
      contactLastName: 'Stern',
      phone: '845-555-0100',
    }),
    branch(17, 'Seminary', { seminaryStudyProgramIds: [2] }),
  ];
  schools.set(
    151,
    School.fromPartial({
      id: 151,
      name: 'Bais Rivka',
      gender: '2',
      chargeSchool: true,
      chargeProctorFee: true,
      sessionClosingTime: '14:00',
      onlineSessions: true,
      active: true,
      version: 1,
    }),
  );
  schools.set(
    209,
    School.fromPartial({
      id: 209,
      name: 'Ohr Torah',
      gender: '3',
      sessionClosingTime: '23:59',
      onlineSessions: true,
      active: true,
      version: 1,
    }),
  );

  const closers = await Promise.all([
    serveInProcess('PAYMENTS_ADDR', payments.sets()),
    serveInProcess('IDENTITY_ADDR', [
      standIn(SettingsServiceDefinition, { getSettings: async () => ({ settings }) }),
      standIn(VendorsServiceDefinition, {
        getVendorIds: async ({ studentId }) => ({ cccId: cccIds.get(studentId) }),
        findByJseIds: async ({ jseIds }) => ({
          students: [...students.values()].flatMap(({ id, jseId }) =>
            jseId && jseIds.includes(jseId) ? [{ jseId, studentId: id }] : [],
          ),
        }),
        keepCccId: async ({ studentId, cccId }) => {
          if (!cccIds.has(studentId)) cccIds.set(studentId, cccId);
          return { cccId: cccIds.get(studentId) };
        },
      }),
      standIn(StaffServiceDefinition, {
        getStaffRoles: async ({ userId }) => ({ roles: staffRoles.get(userId) ?? [] }),
      }),
      standIn(StudentsServiceDefinition, {
        listStudents: async ({ ids, afterId, limit }) => ({
          students:
            afterId === undefined
              ? ids.flatMap((id: number) => students.get(id) ?? [])
              : [...students.values()]
                  .filter(({ id }) => id > afterId)
                  .sort((a, b) => a.id - b.id)
                  .slice(0, limit),
        }),
        getSchoolAdmin: async () => ({
          email: 'admin@school.test',
          emails: ['admin@school.test', 'head@school.test'],
        }),
        listStudentDetails: async ({ ids }) => ({
          students: ids.flatMap((id: number) => students.get(id) ?? []),
        }),
      }),
    ]),
    serveInProcess('CATALOG_ADDR', [
      standIn(ExamsServiceDefinition, {
        getExams: async ({ ids }) => ({ exams: ids.flatMap((id: number) => exams.get(id) ?? []) }),
        listExams: async () => ({ version: 1, exams: [...exams.values()] }),
        // the file of each is its title
        getStudyMaterial: async ({ materialId, withFile }) => {
          for (const { id: examId, studyMaterials } of exams.values()) {
            const material = studyMaterials.find(({ id }) => id === materialId);
            const file = material && {
              name: 'guide.pdf',
              content: Buffer.from(material.displayTitle),
            };
            if (material) return { examId, material, ...(withFile ? { file } : {}) };
          }
          throw notFound(
            'material_not_found',
            'This study material is not offered any more. The exam lists the current ones.',
          );
        },
      }),
      standIn(LocationsServiceDefinition, {
        listLocations: async () => ({ version: 1, locations }),
      }),
      standIn(PackagesServiceDefinition, {
        listPackages: async () => ({ version: prices.version, prices: prices.now }),
      }),
    ]),
    serveInProcess('SCHOOLS_ADDR', [
      standIn(SchoolsServiceDefinition, {
        listSchools: async () => ({ schools: [...schools.values()] }),
      }),
    ]),
    serveInProcess('SEMINARY_ADDR', [
      standIn(SeminaryStudentsServiceDefinition, {
        listStudentPrograms: async (_request, { actor }) => ({
          programs: (programs.get(actor.studentId ?? actor.id) ?? []).map((programId) => ({
            programId,
            year: 2026,
          })),
        }),
      }),
    ]),
  ]);
  await rebuildProjections(db);
  return {
    db,
    payments,
    students,
    exams,
    locations,
    prices,
    schools,
    settings,
    programs,
    cccIds,
    staffRoles,
    async close() {
      for (const stop of closers) stop();
      await db.drop();
    },
  };
}

let lastId = 5000;
const nextId = () => ++lastId;

/** A student on record, a woman with 9 credits unless said otherwise. */
export function aStudent(world: World, more: Partial<Student> & { credits?: number } = {}): number {
  const { credits = 9, ...fields } = more;
  const id = nextId();
  world.students.set(
    id,
    Student.fromPartial({
      id,
      firstName: 'Dina',
      lastName: `Test ${id}`,
      dob: '2004-04-15',
      last4Ssn: '4321',
      gender: WOMAN,
      email: `s${id}@student.test`,
      membershipTypeId: 1,
      version: 1,
      createdOn: new Date('2026-01-01T00:00:00Z'),
      ...fields,
    }),
  );
  world.payments.balance.set(id, credits);
  return id;
}

/** An exam on offer: 3 credits, 90 minutes, unless said otherwise. */
export function anExam(world: World, more: Partial<Exam> = {}): number {
  const id = more.id ?? nextId();
  world.exams.set(
    id,
    Exam.fromPartial({
      id,
      subject: `Exam ${id}`,
      vendorId: 1,
      vendorName: 'TAL',
      secularNumber: `X-${id}`,
      credits: 3,
      durationMinutes: 90,
      phonesystemActive: true,
      active: true,
      version: 1,
      studyMaterials: [
        {
          id,
          fileType: 'StudyGuide',
          displayTitle: 'Study guide',
          url: `https://materials.test/${id}.pdf`,
        },
      ],
      ...more,
    }),
  );
  return id;
}

/** Days and hours from a moment on. */
export const later = (
  now: Date,
  { days = 0, hours = 0 }: { days?: number; hours?: number },
): Date => new Date(now.getTime() + (days * 24 + hours) * 3_600_000);

/** A session: at branch 13, ten days away, 20 seats, for everybody, unless said otherwise. */
export async function aSession(world: World, more: Partial<NewSession> = {}): Promise<number> {
  const office = asService(world.db, 'office');
  const isAtLocation = (more.sessionType ?? '21') === '21';
  const [id] = await createSessions(office, {
    sessions: [
      {
        sessionType: '21',
        startsAt: later(steadyNow(), { days: 10 }),
        gender: '3',
        limitTo1Test: false,
        closedByStaff: false,
        ...(isAtLocation ? { locationId: 13, seats: 20 } : {}),
        ...more,
      },
    ],
  });
  return id as number;
}

/** A registration made with credits, its proctor fee paid unless said otherwise. */
export async function aRegistration(
  world: World,
  {
    studentId = aStudent(world),
    examId = anExam(world),
    isPaid = true,
  }: { studentId?: number; examId?: number; isPaid?: boolean } = {},
): Promise<Registration> {
  const { registration } = await registerExam(asStudent(world.db, studentId), { examId });
  if (isPaid) await payFees(world, (registration as Registration).id);
  return registration as Registration;
}

/** Puts a graded exam on a student's record, as the redemption of a seminary exam does. */
export async function aGradedExam(
  world: World,
  {
    studentId,
    examId,
    comment: gradeComment = 'Pass',
  }: { studentId: number; examId: number; comment?: string },
): Promise<void> {
  const runId = randomUUID();
  const by = () => asService(world.db, 'seminary');
  const { exams } = await reserveRedemption(by(), { runId, studentId, examIds: [examId] });
  const paid = { credits: 0, packageIds: [], grade: '90', gradeComment };
  await confirmRedemption(by(), {
    runId,
    studentId,
    redeemedOn: '2026-01-05',
    exams: exams.map(({ registrationId }) => ({ registrationId, ...paid })),
  });
}

/**
 * Announces that fees of a registration were paid, by default the proctor fee. Returns the
 * payment's id.
 */
export async function payFees(
  world: World,
  registrationId: number,
  {
    proctorFeeCents = 1500,
    additionalFeeCents = 0,
  }: { proctorFeeCents?: number; additionalFeeCents?: number } = {},
): Promise<number> {
  const paymentId = nextId();
  await recordFeesPaid(asService(world.db, 'payments'), {
    registrationId,
    paymentId,
    proctorFeeCents,
    additionalFeeCents,
  });
  return paymentId;
}

/** Seats left in a session. */
export async function seatsLeft(db: Database, sessionId: number): Promise<number | null> {
  return (
    await db.one<
      Pick<tables.Session, 'seatsLeft'>
    >`SELECT seats_left FROM session WHERE id = ${sessionId}`
  ).seatsLeft;
}

/** States of all registrations of a student, hidden ones too, oldest first. */
export async function statesOf(db: Database, studentId: number): Promise<string[]> {
  const rows = await db.many<
    Pick<tables.Registration, 'status'>
  >`SELECT status FROM registration WHERE student_id = ${studentId} ORDER BY id`;
  return rows.map(({ status }) => status);
}
