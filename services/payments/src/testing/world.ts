import type { Call } from '@portal/kit/commands/command';
import { closeClients } from '@portal/kit/grpc/client';
import { freshDatabase, serveInProcess, type TestDatabase } from '@portal/kit/testing';
import { savingCard } from '../cards/save-card.ts';
import { type Around, aroundServices, type Person } from './around.ts';
import { type Processor, startProcessor } from './processor.ts';

/**
 * Payments with a database of its own, the real sandbox as processor and the other services from
 * memory.
 */
export interface World extends Around {
  db: TestDatabase;
  processor: Processor;
  /** A new student on record, by default a member with no school. */
  aStudent: (more?: Omit<Person, 'id'>) => number;
  /** Saves a card for a student; answers its ccId. */
  aCard: (call: Call, billingZip?: string) => Promise<string>;
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
    prices: { memberCents: 4200, nonmemberCents: 5200, proctorFeeCents: 1500 },
    schools: new Map(),
    programs: new Map(),
    registrations: [],
    states: new Map(),
    feesDue: new Map(),
    dueRequests: [],
    closed: new Set(),
    recorded: [],
    held: [],
    full: new Set(),
    notTakeable: new Set(),
  };
  const [db, processor] = await Promise.all([freshDatabase('payments'), startProcessor()]);
  const stops: (() => void)[] = [];
  for (const { variable, sets } of aroundServices(around))
    stops.push(await serveInProcess(variable, sets));
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
    aCard: async (call, billingZip) => {
      const studentId = call.actor.studentId ?? call.actor.id;
      const { card } = await savingCard.start(
        { ...call, key: `card-${studentId}-${billingZip ?? ''}` },
        { studentId, card: await processor.newCard(billingZip ? { billingZip } : {}) },
      );
      return card.ccId;
    },
    letTimePass: async () => {
      await db.run`
        UPDATE process SET lease_until = '-infinity', next_run_at = '-infinity'
        WHERE status = 'running'`;
    },
    stop: async () => {
      closeClients();
      for (const stop of stops) stop();
      await processor.stop();
      await db.drop();
    },
  };
}
