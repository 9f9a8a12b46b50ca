import { randomUUID } from 'node:crypto';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { DomainError } from '@portal/kit/errors';
import type { CallOptions } from '@portal/kit/grpc/client';
import { outcomeOf } from '@portal/kit/grpc/refusal';
import type { PayBulkExamsRequest, PayBulkExamsResponse } from '@portal/proto/payments/v1/bulk';
import type {
  CheckSchoolExamsRequest,
  CheckSchoolExamsResponse,
  ConfirmSchoolExamsRequest,
  ConfirmSchoolExamsResponse,
} from '@portal/proto/registration/v1/school_registrations';
import DataLoader from 'dataloader';
import { payments, registrations } from '../../clients.ts';
import { type Run, type StudentOutcome, saveOutcomes } from './run-store.ts';
import { type StudentAsks, takeFromBalance } from './take-from-balance.ts';

/** Most students of one request or transaction. */
const MAX_BATCH_SIZE = 25;
const CARDS_WITHIN_MS = 50;

/** A request for one student, with its own key. */
interface BatchEntry<R> {
  key: string;
  order: R;
}

/**
 * Batches the calls that a run makes for its students: calls of the same moment become one request
 * or one transaction.
 */
export interface RunBatcher {
  check(request: BatchEntry<CheckSchoolExamsRequest>): Promise<CheckSchoolExamsResponse>;
  /** Of a school that prepays. */
  pay(input: BatchEntry<PayBulkExamsRequest>): Promise<PayBulkExamsResponse>;
  confirm(query: BatchEntry<ConfirmSchoolExamsRequest>): Promise<ConfirmSchoolExamsResponse>;
  takeFromBalance(asks: StudentAsks): Promise<ReadonlySet<number>>;
  save(outcome: StudentOutcome): Promise<void>;
}

type Outcomes<A> = { students: Parameters<typeof outcomeOf<A>>[0][] };

/**
 * Does single requests together, those of one moment or of so many milliseconds: an error among the
 * answers is the answer of one alone.
 */
function batched<I, A>(
  doAll: (items: readonly I[]) => Promise<(A | DomainError)[]>,
  within = 0,
): (item: I) => Promise<A> {
  const loader = new DataLoader<I, A>(doAll, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    ...(within > 0 ? { batchScheduleFn: (go: () => void) => setTimeout(go, within) } : {}),
  });
  return (item) => loader.load(item);
}

export function createRunBatcher(call: Call, run: Run): RunBatcher {
  const { actor, requestId, origin } = call;
  // cards are charged one by one, and those who have paid wait a moment for others
  const afterPaying = run.prepays ? 0 : CARDS_WITHIN_MS;
  const asking =
    <R, A>(ask: (of: { students: BatchEntry<R>[] }, by: CallOptions) => Promise<Outcomes<A>>) =>
    async (students: readonly BatchEntry<R>[]): Promise<(A | DomainError)[]> => {
      // the keys of the students are what a repeat is known by
      const by = { actor, key: randomUUID(), requestId, origin };
      return (await ask({ students: [...students] }, by)).students.map(outcomeOf<A>);
    };
  return {
    check: batched(asking(registrations.checkSchoolExamsOfStudents)),
    pay: batched(asking(payments.payBulkExamsOfStudents)),
    confirm: batched(asking(registrations.confirmSchoolExamsOfStudents), afterPaying),
    takeFromBalance: batched((asks) =>
      inTransaction(call, 'bulkRun.balance', (tx) => takeFromBalance(tx, run, asks)),
    ),
    save: batched(async (outcomes) => {
      await saveOutcomes(call.db, run.id, outcomes);
      return outcomes.map(() => undefined);
    }, afterPaying),
  };
}
