import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Access } from '@portal/kit/actor';
import { closeClients } from '@portal/kit/client';
import type { Call } from '@portal/kit/command';
import { conflict } from '@portal/kit/errors';
import type { RpcSet, ServiceDefinition } from '@portal/kit/rpc';
import { eventually, freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { type Package, PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { RegistrationsServiceDefinition } from '@portal/proto/registration/v1/registrations';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { SeminaryStudentsServiceDefinition } from '@portal/proto/seminary/v1/students';
import type { NewCard } from './cards/card-fields.ts';
import { savingCard } from './cards/save-card.ts';

/** One line of the processor's own books. */
export interface BookLine {
  transId: string;
  type: 'authCapture' | 'refund' | 'void';
  status: 'captured' | 'declined' | 'voided' | 'refunded';
  amount: number;
  invoiceNumber: string;
  customer: string;
}

/** The real partner sandbox as a process of its own, with its own folder. */
export interface Processor {
  url: string;
  book: () => Promise<BookLine[]>;
  fault: (mode: string, more?: { count?: number; operation?: string; ms?: number }) => Promise<void>;
  heal: () => Promise<void>;
  settle: () => Promise<void>;
  /** How often each operation was called since the start. */
  calls: (operation: string) => Promise<number>;
  /** The fields of a new card as the page gets them from the processor's browser library. */
  newCard: (more?: Partial<NewCard> & { number?: string }) => Promise<NewCard>;
  stop: () => Promise<void>;
}

/** A port where nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

export async function startProcessor(): Promise<Processor> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = fileURLToPath(new URL('../../../scripts/sandbox/main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, SANDBOX_PORT: String(port), DATA_DIR: folder, HOST: '127.0.0.1' };
  const child: ChildProcess = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  const isUp = () =>
    fetch(`${url}/__cards/transactions`).then(
      (answer) => answer.ok,
      () => false,
    );
  await eventually(isUp, Boolean);
  const json = { 'content-type': 'application/json' };
  const secure = async (number: string, expirationDate: string, zip: string) => {
    const data = { type: 'TOKEN', id: 'test', token: { cardNumber: number, expirationDate, cardCode: '123', zip } };
    const merchantAuthentication = { name: 'sandbox-login', clientKey: 'sandbox-client-key' };
    const body = JSON.stringify({ securePaymentContainerRequest: { merchantAuthentication, data } });
    const answer = await fetch(`${url}/xml/v1/request.api`, { method: 'POST', headers: json, body });
    const { opaqueData } = JSON.parse((await answer.text()).replace(/^\uFEFF/, '')) as {
      opaqueData: { dataDescriptor: string; dataValue: string };
    };
    return opaqueData;
  };
  Object.assign(process.env, {
    CARDS_URL: `${url}/xml/v1/request.api`,
    CARDS_LOGIN_ID: 'sandbox-login',
    CARDS_TRANSACTION_KEY: 'sandbox-key',
    CARDS_TIMEOUT_MS: '1500',
  });
  return {
    url,
    book: async () => (await (await fetch(`${url}/__cards/transactions`)).json()) as BookLine[],
    fault: async (mode, more = {}) => {
      const body = JSON.stringify({ partner: 'cards', mode, ...more });
      const answer = await fetch(`${url}/__faults`, { method: 'PUT', headers: json, body });
      if (!answer.ok) throw new Error(`the sandbox refused the fault: ${answer.status}`);
    },
    heal: async () => void (await fetch(`${url}/__faults`, { method: 'DELETE' })),
    settle: async () => void (await fetch(`${url}/__cards/settle`, { method: 'POST' })),
    calls: async (operation) => {
      const journal = (await (await fetch(`${url}/__journal?partner=cards`)).json()) as unknown;
      const entries = (Array.isArray(journal) ? journal : (journal as { calls: unknown[] }).calls) as { operation?: string }[];
      return entries.filter((entry) => entry.operation === operation).length;
    },
    newCard: async ({ number = '4111111111111111', ...more } = {}) => {
      const card = {
        last4: number.slice(-4),
        expMonth: 12,
        expYear: 2030,
        billingZip: '11219',
        cardholderName: 'Dana Gold',
        cardType: 'Visa',
        ...more,
      };
      const { dataDescriptor, dataValue } = await secure(
        number,
        `${String(card.expMonth).padStart(2, '0')}${card.expYear}`,
        card.billingZip,
      );
      return { descriptor: dataDescriptor, value: dataValue, ...card };
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a stand-in answers only what the test needs
type Answers = Record<string, (request: any, call: Call) => unknown>;

/** Another service with answers from memory; what the test did not expect fails as a bug. */
function standIn(definition: ServiceDefinition, answers: Answers): RpcSet {
  const handlers = Object.keys(definition.methods).map((name) => {
    const handle = async (request: never, call: Call) => {
      const answer = answers[name];
      if (!answer) throw new Error(`${definition.fullName}.${name} was not expected`);
      return answer(request, call);
    };
    return [name, { access: ['service'] as Access[], handle }];
  });
  return { definition, handlers: Object.fromEntries(handlers) };
}

export interface Person {
  id: number;
  membershipTypeId?: number;
  schoolId?: number;
  deniedRegistration?: boolean;
  buyingStopped?: boolean;
  email?: string;
}

/** What the services around payments know, as the test makes it. */
export interface Around {
  people: Map<number, Person>;
  exams: Map<number, { id: number; vendorId: number; credits: number }>;
  packages: Map<number, Partial<Package> & { id: number }>;
  prices: { memberCents: number; nonmemberCents: number };
  schools: Map<number, { id: number; chargeSchool?: boolean; memberPriceCents?: number; nonmemberPriceCents?: number }>;
  programs: Map<number, { programId: number; year: number }[]>;
  registrations: { id: number; examId: number; examTaken: boolean; grade?: string }[];
  /** By registration id, in cents. */
  feesDue: Map<number, { proctorFeeCents: number; proctorFeeIfMovedCents: number; additionalFeeCents: number }>;
  closed: Set<number>;
  recorded: { registrationId: number; paymentId: number; proctorFeeCents: number; additionalFeeCents: number }[];
}

function aroundServices(around: Around): { variable: string; sets: RpcSet[] }[] {
  const { people, exams, packages, schools, programs, feesDue, closed, recorded } = around;
  const student = ({ email, ...person }: Person) => ({
    membershipTypeId: 1,
    version: 1,
    firstName: 'Dana',
    lastName: 'Gold',
    ...(email ? { email } : {}),
    ...person,
  });
  const version = () => 1;
  const closedFee = () => conflict('registration_closed', 'This exam is closed.');
  return [
    {
      variable: 'IDENTITY_ADDR',
      sets: [
        standIn(StudentsServiceDefinition, {
          listStudents: ({ ids, afterId }: { ids: number[]; afterId?: number }) => ({
            students: [...people.values()].filter((p) => (afterId === undefined ? ids.includes(p.id) : p.id > afterId)).map(student),
          }),
        }),
      ],
    },
    {
      variable: 'CATALOG_ADDR',
      sets: [
        standIn(ExamsServiceDefinition, {
          listExams: () => ({ version: 1, exams: [...exams.values()].map((e) => ({ ...e, active: true, version: 1 })) }),
          getExams: ({ ids }: { ids: number[] }) => ({
            exams: [...exams.values()].filter((e) => ids.includes(e.id)).map((e) => ({ ...e, active: true, version: 1 })),
          }),
        }),
        standIn(PackagesServiceDefinition, {
          listPackages: () => ({
            version: version(),
            packages: [...packages.values()].map((p) => ({ displayName: `Package ${p.id}`, proctorFeeCents: 1500, active: true, ...p })),
            prices: around.prices,
          }),
        }),
      ],
    },
    {
      variable: 'SCHOOLS_ADDR',
      sets: [
        standIn(SchoolsServiceDefinition, {
          listSchools: ({ ids }: { ids: number[] }) => ({
            schools: [...schools.values()].filter((s) => ids.length === 0 || ids.includes(s.id)).map((s) => ({ version: 1, ...s })),
          }),
        }),
      ],
    },
    {
      variable: 'SEMINARY_ADDR',
      sets: [
        standIn(SeminaryStudentsServiceDefinition, {
          listStudentPrograms: (_request, call) => ({ programs: programs.get(call.actor.studentId ?? 0) ?? [] }),
        }),
      ],
    },
    {
      variable: 'REGISTRATION_ADDR',
      sets: [
        standIn(RegistrationsServiceDefinition, {
          listRegistrations: () => ({ registrations: around.registrations }),
          getFeesDue: ({ registrationId }: { registrationId: number }) => {
            const due = feesDue.get(registrationId);
            if (!due) throw closedFee();
            return due;
          },
          recordFeesPaid: (paid: Around['recorded'][number]) => {
            if (closed.has(paid.registrationId)) throw closedFee();
            if (!recorded.some((one) => one.paymentId === paid.paymentId)) recorded.push(paid);
            feesDue.set(paid.registrationId, { proctorFeeCents: 0, proctorFeeIfMovedCents: 0, additionalFeeCents: 0 });
            return {};
          },
        }),
      ],
    },
  ];
}

/** Payments with a database of its own, the real sandbox as processor and the other services from memory. */
export interface World extends Around {
  db: TestDatabase;
  processor: Processor;
  /** A new student on record, by default a member with no school. */
  aStudent: (more?: Omit<Person, 'id'>) => number;
  /** Saves a card for a student; answers its ccId. */
  aCard: (call: Call) => Promise<string>;
  /** Lets the lease and the pauses of a process end, as time does. */
  letTimePass: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startWorld(): Promise<World> {
  const around: Around = {
    people: new Map(),
    exams: new Map([
      [101, { id: 101, vendorId: 1, credits: 3 }],
      [102, { id: 102, vendorId: 1, credits: 2 }],
      [103, { id: 103, vendorId: 4, credits: 11 }],
      [104, { id: 104, vendorId: 4, credits: 0 }],
      [301, { id: 301, vendorId: 3, credits: 3 }],
    ]),
    packages: new Map(),
    prices: { memberCents: 4200, nonmemberCents: 5200 },
    schools: new Map(),
    programs: new Map(),
    registrations: [],
    feesDue: new Map(),
    closed: new Set(),
    recorded: [],
  };
  const [db, processor] = await Promise.all([freshDatabase('payments'), startProcessor()]);
  const stops: (() => void)[] = [];
  for (const { variable, sets } of aroundServices(around)) stops.push(await serveInProcess(variable, sets));
  let lastId = 5000;
  return {
    ...around,
    db,
    processor,
    aStudent: (more = {}) => {
      lastId += 1;
      around.people.set(lastId, { id: lastId, ...more });
      return lastId;
    },
    aCard: async (call) => {
      const studentId = call.actor.studentId ?? call.actor.id;
      const { card } = await savingCard.start({ ...call, key: `card-${studentId}` }, { studentId, card: await processor.newCard() });
      return card.ccId;
    },
    letTimePass: async () => {
      await db.run`UPDATE process SET lease_until = '-infinity', next_run_at = '-infinity' WHERE status = 'running'`;
    },
    stop: async () => {
      closeClients();
      for (const stop of stops) stop();
      await processor.stop();
      await db.drop();
    },
  };
}
