import type { Role } from '@portal/access/roles';
import { getAllActiveExams } from '@portal/contract/exams/exams';
import { saveCreditCard } from '@portal/contract/purchases/payments';
import { adminLogin, login } from '@portal/contract/students/auth';
import { aNewCard } from '../../e2e/cards/card.ts';
import { anExam } from '../../e2e/exams/catalogue.ts';
import { aSession } from '../../e2e/exams/sessions.ts';
import { aSchool, aSchoolStudent, type TestSchool } from '../../e2e/people/schools.ts';
import { aSeminarian } from '../../e2e/people/seminary-students.ts';
import { signedInStaff, someStaff } from '../../e2e/people/staff.ts';
import { aPassword, aStudent, quickHash, type SignedIn } from '../../e2e/people/students.ts';
import { anInterested, aProgram } from '../../e2e/people/tti-students.ts';
import { inDatabase } from '../../portal/databases.ts';
import { Person } from '../../portal-user/person.ts';
import { chanceOf } from '../../seed/load/chance.ts';
import { Client } from './client.ts';
import type { History } from './history.ts';
import { Admissions, type Interested, type Redeemable } from './staff/admissions.ts';
import { BulkClerk } from './staff/bulk-clerk.ts';
import { Cashier } from './staff/cashier.ts';
import { RefundClerk } from './staff/refund-clerk.ts';
import { takeCourse } from './students/course-student.ts';
import { enrol } from './students/newcomer.ts';
import { sitAtHome } from './students/sitter.ts';
import { type Sessions, StudentAtWork } from './students/student-at-work.ts';

/** The state before the first fault, besides the clients. */
export interface Beginning {
  /** Credits of each student. */
  readonly credits: ReadonlyMap<number, number>;
  /** Last four digits of each student's cards. */
  readonly cards: ReadonlyMap<number, readonly string[]>;
  /** Balance of each school in cents. */
  readonly schools: ReadonlyMap<number, number>;
  /** Seats of each session that has a limit. */
  readonly seats: ReadonlyMap<number, number>;
  /** Email addresses of the students. */
  readonly emails: ReadonlyMap<number, string>;
  /** Students for whom several clients work, in no known order. */
  readonly shared: ReadonlySet<number>;
}

/** A client that does one thing after the other until the run stops. */
export interface Worker {
  readonly client: Client;
  readonly step: () => Promise<void>;
  /** Longest pause between two actions, in milliseconds. */
  readonly thinkMs: number;
}

export interface ClientPool {
  readonly workers: readonly Worker[];
  readonly beginning: Beginning;
  readonly students: readonly SignedIn[];
}

interface PoolOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly history: History;
  readonly sandboxUrl: string;
  readonly stopped: AbortSignal;
  readonly abandoned: AbortSignal;
}

const STUDENTS = { buyers: 22, sitters: 3, courses: 2 } as const;
const HOT_SEATS = [2, 3, 5] as const;
const CREDITS = 6;
const DOLLARS = 5000;

/** Creates thirty students and five staff, with all that they need to work for some minutes. */
export async function createClients(options: PoolOptions): Promise<ClientPool> {
  const { minutes, sandboxUrl } = options;
  const clients = clientsOf(options);
  const seats = new Map<number, number>();
  const sessions = await openSessions(seats);
  const [schoolA, schoolB] = await Promise.all([
    aSchool({ balance: DOLLARS }),
    aSchool({ balance: DOLLARS }),
  ]);
  const pool = Math.ceil(minutes * 3);
  const [buyers, office, packageOwners, sitters, courses] = await Promise.all([
    several(STUDENTS.buyers, () => aStudent({ credits: CREDITS })),
    several(3, () => aStudent({ credits: CREDITS })),
    several(6, () => aStudent()),
    several(pool * STUDENTS.sitters, () => aStudent({ credits: 12 })),
    several(pool * STUDENTS.courses, () => aStudent({ credits: 12 })),
  ]);
  const cards = new Map<number, string[]>();
  for (const { id, person } of [...packageOwners, ...office]) {
    const { paymentMethod } = await person.do(saveCreditCard, await aNewCard(sandboxUrl));
    cards.set(id, [paymentMethod.cc4digits]);
  }
  const admissions = await admissionsWork(minutes);
  const own = (student: SignedIn, name: string) => clients.ofStudent(student, name);
  // two of the package owners also act themselves while the office takes packages back
  const shared = packageOwners.slice(0, 2);
  const workers: Worker[] = [
    ...[...buyers, ...shared].map((student, place) => {
      const client = own(student, `student ${place + 1}`);
      const subject = { client, studentId: student.id, named: {} };
      const work = new StudentAtWork(subject, sessions, sandboxUrl);
      return { client, step: () => work.step(), thinkMs: 1500 };
    }),
    ...studentsOf('sitter', STUDENTS.sitters, sitters, own, (subject) =>
      sitAtHome(subject, sandboxUrl),
    ),
    ...studentsOf('course student', STUDENTS.courses, courses, own, (subject) =>
      takeCourse(subject, sandboxUrl),
    ),
    newcomers(clients.ofNobody('newcomer')),
    ...(await staff(clients, {
      schoolA,
      schoolB,
      office,
      packageOwners,
      admissions,
      sessions,
      sandboxUrl,
    })),
  ];
  const students = [...buyers, ...office, ...packageOwners, ...sitters, ...courses];
  return {
    workers,
    students: [...students, ...admissions.students],
    beginning: {
      credits: new Map([
        ...[...buyers, ...office].map(({ id }) => [id, CREDITS] as const),
        ...packageOwners.map(({ id }) => [id, 0] as const),
        ...[...sitters, ...courses].map(({ id }) => [id, 12] as const),
        ...admissions.redeemable.map(({ studentId, credits }) => [studentId, credits] as const),
      ]),
      cards,
      schools: new Map([schoolA, schoolB].map(({ id }) => [id, DOLLARS * 100])),
      seats,
      emails: new Map(students.map(({ id, email }) => [id, email])),
      shared: new Set(shared.map(({ id }) => id)),
    },
  };
}

/** Makes several things, a few at a time. */
async function several<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count)
    made.push(
      ...(await Promise.all(Array.from({ length: Math.min(8, count - made.length) }, make))),
    );
  return made;
}

async function openSessions(seats: Map<number, number>): Promise<Sessions> {
  const hot = await Promise.all(
    HOT_SEATS.map(async (count, place) => {
      const id = await aSession({ seats: count, inHours: (21 + place) * 24 });
      seats.set(id, count);
      return id;
    }),
  );
  const roomy = await Promise.all([30, 31].map((day) => aSession({ inHours: day * 24 })));
  return { hot, roomy };
}

interface AdmissionsWork {
  readonly students: readonly SignedIn[];
  readonly redeemable: readonly Redeemable[];
  readonly interested: readonly Interested[];
}

/** Creates seminary students with a redeemable exam of TAL, and people who want to join TTI. */
async function admissionsWork(minutes: number): Promise<AdmissionsWork> {
  const admin = await signedInStaff('ROLE_ADMIN');
  const exams = await admin.do(getAllActiveExams, {});
  const exam = exams.find(({ vendor_id }) => vendor_id === 1);
  if (!exam) throw new Error('the catalogue has no exam of TAL');
  const count = Math.ceil(minutes * 2);
  const students = await several(count, () => aStudent({ credits: exam.credits }));
  const redeemable: Redeemable[] = [];
  for (const student of students)
    redeemable.push({
      studentId: student.id,
      seminaryStudentId: await aSeminarian(admin, student, [{ examId: exam.id }]),
      credits: exam.credits,
    });
  const interested = await several(count, async () => {
    const { id, programs } = await anInterested({ programs: [aProgram()] });
    return { id, program: programs[0] as Interested['program'] };
  });
  return { students, redeemable, interested };
}

type Clients = ReturnType<typeof clientsOf>;

/**
 * Returns a function that creates clients of a run, each with its own random numbers and sign-in.
 */
function clientsOf({ seed, history, stopped, abandoned }: PoolOptions) {
  let made = 0;
  const clientOf = (
    name: string,
    { person, account }: { person: Person; account: string | null },
    signIn: () => Promise<unknown>,
  ): Client => {
    made += 1;
    return new Client({
      name,
      person,
      account,
      history,
      stopped,
      abandoned,
      chance: chanceOf(seed * 1000 + made),
      signIn: () =>
        signIn().then(
          () => {},
          () => {}, // the next attempt signs in again
        ),
    });
  };
  return {
    ofStudent: ({ id, person, email, password }: SignedIn, name: string) =>
      clientOf(name, { person, account: `student:${id}` }, () =>
        person.ask(login, { email, password }),
      ),
    ofNobody: (name: string) =>
      clientOf(name, { person: new Person(), account: null }, async () => {}),
    async ofStaff(name: string, roles: readonly [Role, ...Role[]]) {
      const made = await someStaff(roles[0], { passwordHash: quickHash });
      await inDatabase('identity', async (ask) => {
        for (const role of roles.slice(1))
          await ask('INSERT INTO staff_role (user_id, role) VALUES ($1, $2)', [made.id, role]);
      });
      const person = new Person();
      const order = { loginName: made.loginName, password: aPassword };
      await person.do(adminLogin, order);
      return clientOf(name, { person, account: `staff:${made.id}` }, () =>
        person.ask(adminLogin, order),
      );
    },
  };
}

/** Returns workers that each take one student after the other from a pool. */
function studentsOf(
  name: string,
  count: number,
  pool: readonly SignedIn[],
  own: (student: SignedIn, name: string) => Client,
  work: (subject: { client: Client; studentId: number; named: object }) => Promise<void>,
): Worker[] {
  const left = [...pool];
  return Array.from({ length: count }, (_, place) => {
    const first = left[place] as SignedIn;
    const client = own(first, `${name} ${place + 1}`);
    return {
      client,
      thinkMs: 3000,
      step: async () => {
        const student = left.pop();
        if (!student) return client.think(60_000);
        const one = own(student, `${name} ${place + 1}`);
        await work({ client: one, studentId: student.id, named: {} });
      },
    };
  });
}

const newcomers = (client: Client): Worker => ({
  client,
  thinkMs: 8000,
  step: () => enrol(client),
});

async function staff(
  clients: Clients,
  given: {
    schoolA: TestSchool;
    schoolB: TestSchool;
    office: readonly SignedIn[];
    packageOwners: readonly SignedIn[];
    admissions: AdmissionsWork;
    sessions: Sessions;
    sandboxUrl: string;
  },
): Promise<Worker[]> {
  const [cashier, bulk, desk, refunds, admissions] = await Promise.all([
    clients.ofStaff('cashier', ['ROLE_ADMIN']),
    clients.ofStaff('bulk clerk', ['ROLE_ADMIN', 'ROLE_TECH_SUPPORT']),
    clients.ofStaff('desk', ['ROLE_ADMIN']),
    clients.ofStaff('refund clerk', ['ROLE_SUPER_ADMIN']),
    clients.ofStaff('admissions', ['ROLE_ADMIN']),
  ]);
  const [pupils, examIds] = await Promise.all([
    several(8, () => aSchoolStudent(given.schoolB.id)),
    Promise.all([anExam(), anExam()]),
  ]);
  const payments = new Cashier(cashier, given.schoolA.id);
  const runs = new BulkClerk(bulk, { school: given.schoolB, students: pupils, examIds });
  const atDesk = given.office.map(
    ({ id }) =>
      new StudentAtWork(
        { client: desk, studentId: id, named: { student_id: id, adminCancelReason: 2 } },
        given.sessions,
        given.sandboxUrl,
      ),
  );
  const back = new RefundClerk(
    refunds,
    given.packageOwners.map(({ id }) => id),
  );
  const joins = new Admissions(
    admissions,
    given.admissions.redeemable,
    given.admissions.interested,
  );
  return [
    { client: cashier, step: () => payments.step(), thinkMs: 1500 },
    { client: bulk, step: () => runs.step(), thinkMs: 3000 },
    { client: desk, step: () => desk.chance.pick(atDesk).step(), thinkMs: 1000 },
    { client: refunds, step: () => back.step(), thinkMs: 1500 },
    { client: admissions, step: () => joins.step(), thinkMs: 10_000 },
  ];
}
