import type { Call } from '@portal/kit/command';
import { conflict, partnerFailed } from '@portal/kit/errors';
import { type RpcSet, rpcs, type ServiceDefinition } from '@portal/kit/rpc';
import { freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { Exam, ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { Student, StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { BulkServiceDefinition, type PayBulkExamsRequest, type QuoteBulkExamsRequest } from '@portal/proto/payments/v1/bulk';
import { CreditsServiceDefinition } from '@portal/proto/payments/v1/credits';
import { FeesServiceDefinition } from '@portal/proto/payments/v1/fees';
import {
  type CheckSchoolExamsRequest,
  type ConfirmSchoolExamsRequest,
  type DropSchoolExamsRequest,
  SchoolRegistrationsServiceDefinition,
} from '@portal/proto/registration/v1/school_registrations';
import { seed } from './seed.ts';

/** Of a credit, in cents. */
export const PRICE = 4500;
/** Of the demo schools: one prepays, one does not. */
export const PREPAYING = 151;
export const PAYING = 209;

// biome-ignore lint/suspicious/noExplicitAny: a stand-in answers the calls that its test makes, no more
type Answers = Record<string, (request: any, call: Call) => Promise<any>>;
const standIn = (definition: ServiceDefinition, answers: Answers): RpcSet => {
  const handlers = Object.keys(definition.methods).map((name) => [
    name,
    {
      access: ['public'],
      handle: answers[name] ?? (() => Promise.reject(new Error(`nobody should ask ${definition.fullName}.${name}`))),
    },
  ]);
  // biome-ignore lint/suspicious/noExplicitAny: see above
  return rpcs(definition, Object.fromEntries(handlers) as any);
};

/** registration in memory: what waits, what stands. */
class RegistrationStandIn {
  readonly sessions = new Map<number, { schoolId: number; gender: string; startsAt: Date; closed: boolean }>();
  readonly registrations = new Map<number, { studentId: number; examId: number; sessionId: number; state: string }>();
  /** Why an exam is refused, by exam. */
  readonly refusals = new Map<number, string>();
  /** Exams that are withdrawn before they are confirmed. */
  readonly withdrawn = new Set<number>();
  /** The next confirmations to be refused as a whole, as only a bug does. */
  refusesToConfirm = 0;
  readonly confirmed: ConfirmSchoolExamsRequest[] = [];
  #answers = new Map<string, unknown>();
  #lastId = 70_000;

  #once<T>({ key }: Call, work: () => T): T {
    if (!this.#answers.has(key as string)) this.#answers.set(key as string, work());
    return this.#answers.get(key as string) as T;
  }
  #of(studentId: number, examId: number, sessionId: number, state: string) {
    return [...this.registrations.values()].some(
      (one) => one.studentId === studentId && one.examId === examId && one.sessionId === sessionId && one.state === state,
    );
  }
  states = (studentId: number): string[] =>
    [...this.registrations.values()].filter((one) => one.studentId === studentId).map(({ state }) => state);

  set(): RpcSet {
    return standIn(SchoolRegistrationsServiceDefinition, {
      readSchoolSession: async ({ sessionId, studentIds, examIds }: { sessionId: number; studentIds: number[]; examIds: number[] }) => ({
        ...this.sessions.get(sessionId),
        exams: studentIds.flatMap((studentId) =>
          examIds
            .filter((examId) => this.#of(studentId, examId, sessionId, 'scheduled'))
            .map((examId) => ({ studentId, examId, isInSession: true })),
        ),
      }),
      checkSchoolExams: async ({ studentId, sessionId, examIds }: CheckSchoolExamsRequest, call) =>
        this.#once(call, () => ({
          exams: examIds.map((examId) => {
            if (this.#of(studentId, examId, sessionId, 'scheduled')) return { examId, isInSession: true };
            const refusal = this.refusals.get(examId);
            if (refusal) return { examId, refusal };
            this.#lastId += 1;
            this.registrations.set(this.#lastId, { studentId, examId, sessionId, state: 'pending' });
            return { examId, registrationId: this.#lastId };
          }),
        })),
      confirmSchoolExams: async (request: ConfirmSchoolExamsRequest, call) => {
        if (this.refusesToConfirm-- > 0) throw conflict('not_now', 'Not now');
        return this.#once(call, () => {
          this.confirmed.push(request);
          return {
            exams: request.exams.map(({ registrationId }) => {
              const one = this.registrations.get(registrationId);
              const confirmed = one?.state === 'pending' && !this.withdrawn.has(one.examId);
              if (one) one.state = confirmed ? 'scheduled' : 'dropped';
              return { registrationId, confirmed };
            }),
          };
        });
      },
      dropSchoolExams: async ({ registrationIds }: DropSchoolExamsRequest) => {
        for (const id of registrationIds) {
          const one = this.registrations.get(id);
          if (one?.state === 'pending') one.state = 'dropped';
        }
        return {};
      },
      listSessionStudents: async ({ sessionId }: { sessionId: number }) => ({
        students: [...this.registrations]
          .filter(([, one]) => one.sessionId === sessionId && one.state === 'scheduled')
          .map(([registrationId, { studentId, examId }]) => ({ registrationId, studentId, examId, lastName: 'Gold', firstName: 'Dina' })),
      }),
    });
  }
}

/** payments in memory: credits of students, charges by key, and what is to go wrong. */
class PaymentsStandIn {
  /** Free school credits of a student. */
  readonly free = new Map<number, number>();
  readonly cards = new Map<number, string>();
  /** Cents charged, by key. */
  readonly charges = new Map<string, number>();
  readonly returned: number[] = [];
  readonly refunded: number[] = [];
  /** Students whose card is declined. */
  readonly declined = new Set<number>();
  /** Students of whose charge nobody knows. */
  readonly unknown = new Set<number>();
  credits: (examId: number) => number = () => 3;
  isAway = false;
  /** Runs before payments answers a payment. */
  meanwhile: () => Promise<void> = async () => {};
  #answers = new Map<string, unknown>();

  #plan(studentId: number, examId: number, additionalChargeCents: number, left: { free: number }) {
    const credits = this.credits(examId);
    const used = Math.min(left.free, credits);
    left.free -= used;
    const creditsToPay = credits - used;
    return { credits, used, creditsToPay, amountCents: creditsToPay * PRICE + additionalChargeCents, studentId };
  }

  sets(): RpcSet[] {
    return [
      standIn(BulkServiceDefinition, {
        quoteBulkExams: async ({ students }: QuoteBulkExamsRequest) => ({
          students: students.map(({ studentId, exams }) => {
            const free = this.free.get(studentId) ?? 0;
            const left = { free };
            const card = this.cards.get(studentId);
            return {
              ...{
                studentId,
                pricePerCreditCents: PRICE,
                availableCredits: free,
                freeSchoolCredits: free,
                cards: card ? [{ ccId: card }] : [],
              },
              exams: exams.map(({ examId, additionalChargeCents }) => {
                const { used, ...plan } = this.#plan(studentId, examId, additionalChargeCents, left);
                return { ...plan, examId, creditsFromBalance: used };
              }),
            };
          }),
        }),
        payBulkExams: async (request: PayBulkExamsRequest, call) => this.#pay(request, call.key as string),
      }),
      standIn(CreditsServiceDefinition, {
        returnCredits: async ({ registrationId }: { registrationId: number }) => {
          if (!this.returned.includes(registrationId)) this.returned.push(registrationId);
          return {};
        },
      }),
      standIn(FeesServiceDefinition, {
        refundFees: async ({ registrationId }: { registrationId: number }) => {
          if (!this.refunded.includes(registrationId)) this.refunded.push(registrationId);
          return {};
        },
      }),
    ];
  }

  async #pay({ studentId, exams, prepays }: PayBulkExamsRequest, key: string) {
    if (this.isAway) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    await this.meanwhile();
    if (this.unknown.has(studentId)) throw partnerFailed('charge_unknown', 'We could not confirm the payment.');
    const known = this.#answers.get(key);
    if (known) return known;
    const left = { free: this.free.get(studentId) ?? 0 };
    const isDeclined = this.declined.has(studentId);
    const paid = exams.map(({ registrationId, examId, additionalChargeCents }) => {
      const { used, creditsToPay, amountCents, credits } = this.#plan(studentId, examId, additionalChargeCents, left);
      if (isDeclined && amountCents > 0) return { registrationId, outcome: 'declined', amountCents };
      const spending = { credits: prepays ? used : credits, proctorFeeCents: 1500 };
      return { registrationId, outcome: 'paid', spending, creditsToPay, amountCents, isFree: amountCents === 0 };
    });
    this.free.set(studentId, left.free);
    const cents = paid.reduce((sum, { outcome, amountCents }) => sum + (outcome === 'paid' ? amountCents : 0), 0);
    if (!prepays && cents > 0) this.charges.set(key, cents);
    const answer = {
      exams: paid,
      ...(isDeclined ? { declineReason: 'This transaction has been declined.' } : {}),
      ...(cents > 0 ? { paymentId: 9 } : {}),
    };
    this.#answers.set(key, answer);
    return answer;
  }
}

/** Schools with a database of its own and the demo schools, and everything around it in memory. */
export interface World {
  db: TestDatabase;
  students: Map<number, Student>;
  exams: Map<number, Exam>;
  registration: RegistrationStandIn;
  payments: PaymentsStandIn;
  close: () => Promise<void>;
}

export async function aWorld(): Promise<World> {
  const db = await freshDatabase('schools');
  await seed(db, new Date());
  const students = new Map<number, Student>();
  const exams = new Map<number, Exam>();
  const registration = new RegistrationStandIn();
  const payments = new PaymentsStandIn();
  const outer = ['IDENTITY_ADDR', 'CATALOG_ADDR', 'REGISTRATION_ADDR', 'PAYMENTS_ADDR'].map(
    (name) => [name, process.env[name] ?? ''] as const,
  );
  const closers = await Promise.all([
    serveInProcess('IDENTITY_ADDR', [
      standIn(StudentsServiceDefinition, {
        listStudents: async ({ ids }: { ids: number[] }) => ({ students: ids.flatMap((id) => students.get(id) ?? []) }),
      }),
    ]),
    serveInProcess('CATALOG_ADDR', [
      standIn(ExamsServiceDefinition, {
        getExams: async ({ ids }: { ids: number[] }) => ({ exams: ids.flatMap((id) => exams.get(id) ?? []) }),
      }),
    ]),
    serveInProcess('REGISTRATION_ADDR', [registration.set()]),
    serveInProcess('PAYMENTS_ADDR', payments.sets()),
  ]);
  return {
    ...{ db, students, exams, registration, payments },
    async close() {
      for (const close of closers) close();
      // a world inside another one gives the outer one's addresses back
      for (const [name, address] of outer) process.env[name] = address;
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
  world.students.set(id, Student.fromPartial({ id, schoolId, gender: '2', email: `s${id}@student.test`, cohort: '2026-2027', ...fields }));
  if (free > 0) world.payments.free.set(id, free);
  if (card) world.payments.cards.set(id, `card of ${id}`);
  return id;
}

/** An exam on offer, of three credits and without a fee of its own unless said otherwise. */
export function anExam(world: World, about: Partial<Exam> = {}): number {
  const id = nextId();
  world.exams.set(id, Exam.fromPartial({ id, subject: `Exam ${id}`, vendorId: 1, vendorName: 'TAL', credits: 3, active: true, ...about }));
  return id;
}

/** A session of a school, three weeks away and open to all. */
export function aSession(
  world: World,
  schoolId: number = PREPAYING,
  about: { gender?: string; closed?: boolean; startsAt?: Date } = {},
): number {
  const id = nextId();
  world.registration.sessions.set(id, { schoolId, gender: '3', startsAt: new Date(Date.now() + 21 * 86_400_000), closed: false, ...about });
  return id;
}

/** An order of a school. */
export const anOrder = (
  world: World,
  students: { studentId: number; examIds: number[]; ccId?: string; amountCents?: number }[],
  schoolId: number = PREPAYING,
) => ({
  ...{ schoolId, sessionId: aSession(world, schoolId), sendStudyMaterials: false },
  students: students.map(({ studentId, examIds, ccId, amountCents }) => ({
    studentId,
    examIds,
    ccId: ccId ?? null,
    amountCents: amountCents ?? null,
  })),
});
