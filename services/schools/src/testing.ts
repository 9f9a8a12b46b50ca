import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { Exam, ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { Settings, SettingsServiceDefinition } from '@portal/proto/identity/v1/settings';
import { Student, StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { seed } from './seed.ts';
import { PaymentsStandIn } from './testing/payments-stand-in.ts';
import { RegistrationStandIn } from './testing/registration-stand-in.ts';

/** Of the demo schools: one prepays, one does not. */
export const PREPAYING = 151;
export const PAYING = 209;

/** Schools with a database of its own and the demo schools, and everything around it in memory. */
export interface World {
  db: TestDatabase;
  students: Map<number, Student>;
  exams: Map<number, Exam>;
  /** The settings of the office; a change of them needs a new version. */
  settings: Settings;
  registration: RegistrationStandIn;
  payments: PaymentsStandIn;
  close: () => Promise<void>;
}

export async function aWorld(): Promise<World> {
  const db = await freshDatabase('schools');
  await seed(db, steadyNow());
  const students = new Map<number, Student>();
  const exams = new Map<number, Exam>();
  const settings = Settings.fromPartial({
    offerHours: 24,
    waitingList: true,
    lowBalanceCents: 50_000,
    version: 1,
  });
  const registration = new RegistrationStandIn();
  const payments = new PaymentsStandIn();
  const closers = await Promise.all([
    serveInProcess('IDENTITY_ADDR', [
      standIn(SettingsServiceDefinition, { getSettings: async () => ({ settings }) }),
      standIn(StudentsServiceDefinition, {
        listStudents: async ({ ids }: { ids: number[] }) => ({
          students: ids.flatMap((id) => students.get(id) ?? []),
        }),
        listSchoolStudents: async ({ schoolId }: { schoolId: number }) => ({
          students: [...students.values()].filter((student) => student.schoolId === schoolId),
        }),
        listCohorts: async ({ schoolIds }: { schoolIds: number[] }) => ({
          schools: schoolIds.map((schoolId) => ({ schoolId, cohorts: ['2026-2027'] })),
        }),
        getSchoolAdmin: async () => ({ email: 'admin@school.test' }),
      }),
    ]),
    serveInProcess('CATALOG_ADDR', [
      standIn(ExamsServiceDefinition, {
        getExams: async ({ ids }: { ids: number[] }) => ({
          exams: ids.flatMap((id) => exams.get(id) ?? []),
        }),
      }),
    ]),
    serveInProcess('REGISTRATION_ADDR', [registration.set()]),
    serveInProcess('PAYMENTS_ADDR', payments.sets()),
  ]);
  return {
    db,
    students,
    exams,
    settings,
    registration,
    payments,
    async close() {
      for (const close of closers) close();
      await db.drop();
    },
  };
}

let lastId = 3000;
const nextId = (): number => {
  lastId += 1;
  return lastId;
};

/** A student of a school, a woman, with an address and no credits unless said otherwise. */
export function aStudent(
  world: World,
  schoolId: number = PREPAYING,
  about: Partial<Student> & { free?: number; card?: boolean } = {},
): number {
  const { free = 0, card = false, ...fields } = about;
  const id = nextId();
  world.students.set(
    id,
    Student.fromPartial({
      id,
      schoolId,
      gender: '2',
      email: `s${id}@student.test`,
      cohort: '2026-2027',
      ...fields,
    }),
  );
  if (free > 0) world.payments.free.set(id, free);
  if (card) world.payments.cards.set(id, `card of ${id}`);
  return id;
}

/** An exam on offer, of three credits and without a fee of its own unless said otherwise. */
export function anExam(world: World, about: Partial<Exam> = {}): number {
  const id = nextId();
  world.exams.set(
    id,
    Exam.fromPartial({
      id,
      subject: `Exam ${id}`,
      vendorId: 1,
      vendorName: 'TAL',
      credits: 3,
      active: true,
      ...about,
    }),
  );
  return id;
}

/** A session of a school, three weeks away and open to all. */
export function aSession(
  world: World,
  schoolId: number = PREPAYING,
  about: { gender?: string; closed?: boolean; startsAt?: Date } = {},
): number {
  const id = nextId();
  world.registration.sessions.set(id, {
    schoolId,
    gender: '3',
    startsAt: new Date(steadyNow().getTime() + 21 * 86_400_000),
    closed: false,
    ...about,
  });
  return id;
}

/** An order of a school. */
export const anOrder = (
  world: World,
  students: { studentId: number; examIds: number[]; ccId?: string; amountCents?: number }[],
  schoolId: number = PREPAYING,
) => ({
  schoolId,
  sessionId: aSession(world, schoolId),
  sendStudyMaterials: false,
  students: students.map(({ studentId, examIds, ccId, amountCents }) => ({
    studentId,
    examIds,
    ccId: ccId ?? null,
    amountCents: amountCents ?? null,
  })),
});
