import type { Call } from '@portal/kit/commands/command';
import { errorsOf, unavailable } from '@portal/kit/errors';
import { closeClients } from '@portal/kit/grpc/client';
import { type RpcSet, rpcs } from '@portal/kit/grpc/rpc';
import { steadyNow } from '@portal/kit/steady-clock';
import { freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { paymentsErrors, studyChargeErrors } from '@portal/proto/errors/payments';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { StudyMembersServiceDefinition } from '@portal/proto/identity/v1/study';
import { StudyPaymentsServiceDefinition, type StudyRefund } from '@portal/proto/payments/v1/study';
import { startTti, type Tti } from './tti.ts';

const paymentsError = errorsOf(paymentsErrors);

interface Charge {
  paymentId: number;
  ttiStudentId: string;
  account: string;
  amountCents: number;
  key: string;
  payer?: { firstName: string; email: string } | undefined;
}
/** The data of identity and payments, as a test sets and reads it. */
export interface StudyWorld {
  db: TestDatabase;
  tti: Tti;
  charges: Charge[];
  refunds: StudyRefund[];
  joined: { ttiStudentId: string; firstName: string; dob?: string | undefined }[];
  left: string[];
  /** Addresses of others here. */
  emailsInUse: Set<string>;
  /** Student id and TTI id of people on record. */
  linked: Map<string, { studentId: number; collegeId?: number }>;
  methods: Map<string, { account: string; type: string; last4: string }>;
  /** The next charges end so, or are captured when this is over; then at once again. */
  nextCharges: ('declined' | 'unknown' | Promise<void>)[];
  /** Refunds of these payments end so. */
  refundStates: Map<number, 'waiting' | 'refused'>;
  isIdentityAway: { now: boolean };
  /** Lets leases and pauses end, as time does. */
  letTimePass: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startStudyWorld(): Promise<StudyWorld> {
  const [db, tti] = await Promise.all([freshDatabase('seminary'), startTti()]);
  const world: Omit<StudyWorld, 'letTimePass' | 'stop'> = {
    db,
    tti,
    charges: [],
    refunds: [],
    joined: [],
    left: [],
    emailsInUse: new Set(),
    linked: new Map(),
    methods: new Map(),
    nextCharges: [],
    refundStates: new Map(),
    isIdentityAway: { now: false },
  };
  const stops = [
    await serveInProcess('IDENTITY_ADDR', [identityStudents(world), identityMembers(world)]),
    await serveInProcess('PAYMENTS_ADDR', [payments(world)]),
  ];
  return {
    ...world,
    letTimePass: async () => {
      await db.run`
        UPDATE process SET lease_until = '-infinity', next_run_at = '-infinity'
        WHERE status = 'running'`;
      await db.run`UPDATE student_program SET follow_at = '-infinity'`;
      await db.run`UPDATE study_payer SET follow_at = '-infinity'`;
      await db.run`UPDATE study_payment SET look_at = '-infinity'`;
    },
    stop: async () => {
      closeClients();
      for (const stop of stops) stop();
      await tti.stop();
      await db.drop();
    },
  };
}

type WorldState = Omit<StudyWorld, 'letTimePass' | 'stop'>;

function identityStudents({ linked }: WorldState): RpcSet {
  const getStudent = async (_request: never, { actor }: Call) => {
    const own = [...linked].find(([, { studentId }]) => studentId === actor.id);
    return { student: { id: actor.id, ...(own ? { ttiStudentId: own[0] } : {}) } };
  };
  const notExpected = async () => {
    throw new Error('was not expected');
  };
  const names = Object.keys(StudentsServiceDefinition.methods);
  const handlers = names.map((name) => [
    name,
    {
      handle: name === 'getStudent' ? getStudent : notExpected,
    },
  ]);
  return { definition: StudentsServiceDefinition, handlers: Object.fromEntries(handlers) };
}

const identityMembers = ({ linked, emailsInUse, joined, left, isIdentityAway }: WorldState) =>
  rpcs(StudyMembersServiceDefinition, {
    findStudyMember: {
      handle: async ({ ttiStudentId, email }) => ({
        ...linked.get(ttiStudentId),
        emailInUse: emailsInUse.has(email ?? ''),
      }),
    },
    joinStudy: {
      handle: async ({ ttiStudentId, firstName, dob }) => {
        if (isIdentityAway.now) throw unavailable();
        joined.push({ ttiStudentId, firstName, dob });
        if (!dob) return {};
        const known = linked.get(ttiStudentId) ?? { studentId: 90_000 + joined.length };
        linked.set(ttiStudentId, known);
        return { studentId: known.studentId };
      },
    },
    leaveStudy: {
      handle: async ({ ttiStudentId }) => {
        left.push(ttiStudentId);
        return {};
      },
    },
  });

const refundsOf = new Map<string, StudyRefund[]>();

const payments = ({ charges, refunds, methods, nextCharges, refundStates }: WorldState) =>
  rpcs(StudyPaymentsServiceDefinition, {
    getStudyMethod: {
      handle: async ({ ttiStudentId, account }) => {
        const method = methods.get(ttiStudentId);
        return method && (!account || method.account === account) ? { method } : {};
      },
    },
    saveStudyMethod: {
      handle: async ({ ttiStudentId, account, method }) => {
        if (method?.card?.cardholderName === 'Refused')
          throw paymentsError('card_refused', { reason: 'No.' });
        const saved = method?.bankAccount
          ? { account, type: 'ACH', last4: '6789' }
          : { account, type: 'CC', last4: '1111' };
        methods.set(ttiStudentId, saved);
        return { method: saved };
      },
    },
    chargeStudy: {
      handle: async ({ ttiStudentId, account, amountCents, method, payer }, { key }) => {
        const before = charges.find((one) => one.key === key);
        const saved = method
          ? { account, type: method.bankAccount ? 'ACH' : 'CC', last4: '1111' }
          : methods.get(ttiStudentId);
        if (!saved) throw errorsOf(studyChargeErrors)('no_payment_method');
        const outcome = before ? undefined : nextCharges.shift();
        if (outcome instanceof Promise) await outcome;
        if (outcome === 'declined') throw paymentsError('card_declined', { reason: 'No.' });
        if (outcome === 'unknown')
          throw paymentsError('charge_unknown', paymentsErrors.charge_unknown.detail[0]);
        const charge = before ?? {
          paymentId: charges.length + 1,
          ttiStudentId,
          account,
          amountCents,
          payer,
          key: key as string,
        };
        if (!before) charges.push(charge);
        methods.set(ttiStudentId, saved);
        const { paymentId } = charge;
        return {
          paymentId,
          invoiceNumber: `invoice-${paymentId}`,
          transactionId: `${60_000 + paymentId}`,
          capturedAt: steadyNow(),
          method: saved,
        };
      },
    },
    refundStudy: {
      handle: async ({ parts }, { key }) => {
        const before = refundsOf.get(key as string);
        if (before) return { refunds: before };
        const made = parts.map(({ paymentId, amountCents }, index): StudyRefund => {
          const charge = charges.find((one) => one.paymentId === paymentId);
          const back = refunds.filter(
            (one) => one.paymentId === paymentId && one.state !== 'refused',
          );
          const left =
            (charge?.amountCents ?? 0) - back.reduce((sum, one) => sum + one.amountCents, 0);
          if (amountCents > left)
            throw paymentsError(
              'refund_too_large',
              'Refund amount cannot be more than the original refund amount.',
            );
          const refundId = refunds.length + index + 1;
          const state = refundStates.get(paymentId) ?? 'done';
          const done =
            state === 'done'
              ? { transactionId: `r-${refundId}`, doneAt: steadyNow() }
              : { transactionId: undefined, doneAt: undefined };
          return {
            refundId,
            paymentId,
            amountCents,
            state,
            ...done,
            error: state === 'refused' ? 'Not today.' : undefined,
          };
        });
        refunds.push(...made);
        refundsOf.set(key as string, made);
        return { refunds: made };
      },
    },
    getStudyRefunds: {
      handle: async ({ refundIds }) => ({
        refunds: refunds.filter((one) => refundIds.includes(one.refundId)),
      }),
    },
  });
