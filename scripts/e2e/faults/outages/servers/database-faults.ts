import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { submitPaymentAndGetExam } from '@portal/contract/purchases/payments';
import { getSessionsByStudentId } from '@portal/contract/sessions/sessions';
import { getCreditsInfo } from '@portal/contract/students/student';
import { inDatabase, sql } from '../../../../portal/databases.ts';
import { services } from '../../../../portal/services.ts';
import { until } from '../../../../portal/until.ts';
import { aSession } from '../../../exams/sessions.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { type HurtPortal, inTheMiddle } from '../../harness/hurt-portal.ts';
import { aNetwork, type Network } from '../../harness/network/network.ts';
import { aBuyer, type Buyer, chargesOf, persist, purchase } from '../../harness/people/buyer.ts';
import { type Rival, rivals } from '../../harness/people/rivals.ts';
import { whileStopped } from '../../harness/stopped.ts';
import { inWords } from '../network/network-faults.ts';

// How services behave when their database fails.

/** Far longer than a refusal takes, and far below the time limits of statements and changes. */
const SOON_MS = 14_000;
/** Throws when there is no answer soon. */
async function soon<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer within seconds')), SOON_MS);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}
const sessionsOf = ({ person }: Buyer) => soon(person.ask(getSessionsByStudentId, {}));
/** Tries a change that involves the databases of registration and payments. */
const buy = ({ person, ...buyer }: Buyer, key: string = randomUUID()) =>
  person.ask(submitPaymentAndGetExam, purchase({ person, ...buyer }), key);
const isBack = (buyer: Buyer) =>
  until(
    () => sessionsOf(buyer),
    ({ status }) => status === 200,
    30,
    100,
  );

/** A fault of a network before PostgreSQL, and whether it affects new connections too. */
interface Spoiling {
  readonly what: string;
  readonly isAll: boolean;
  readonly spoil: (network: Network) => void;
}
export const STALLS: Spoiling = {
  what: 'stalls',
  isAll: true,
  spoil: (network) => network.stall(),
};
export const FORGETS: Spoiling = {
  what: 'forgets its connections',
  isAll: false,
  spoil: (network) => network.halfOpen(),
};

/** F28: the network between a service and PostgreSQL. */
export function databaseNetworks(hurt: () => HurtPortal, ways: readonly Spoiling[]): void {
  describe('with a network before PostgreSQL', () => {
    let network: Network;
    let direct = '';
    beforeAll(async () => {
      const { portal } = hurt();
      direct = portal.databaseUrl('registration');
      network = await aNetwork(new URL(direct).host);
      const url = new URL(direct);
      url.host = network.address;
      portal.change('registration', { env: { DATABASE_URL: url.href } });
      await portal.restart('registration');
    });
    afterEach(() => network.mend());
    afterAll(async () => {
      const { portal } = hurt();
      portal.change('registration', { env: { DATABASE_URL: direct } });
      await portal.restart('registration');
      await network.close();
    });

    test.each(ways)(
      'F28: a network before PostgreSQL that $what gives a 503 in seconds and doubles nothing',
      async ({ isAll, spoil }) => {
        const [buyer, reader] = await Promise.all([aBuyer(), aBuyer()]);
        const [key, readersKey] = [randomUUID(), randomUUID()];
        hurt().forgetMarks();
        const bought = buy(buyer, key).catch(() => null);
        await inTheMiddle(hurt(), 3);
        spoil(network);
        const [read, change, elsewhere] = await Promise.all([
          sessionsOf(reader),
          soon(buy(reader, readersKey)),
          soon(reader.person.ask(getCreditsInfo, {})), // does not need that database
        ]);
        expect(elsewhere.status).toBe(200);
        for (const answer of [read, change])
          if (answer.status !== 200) expect(answer).toMatchObject(inWords);
        await soon(bought);
        if (isAll) expect(read).toMatchObject(inWords);
        network.mend();
        await isBack(reader);
        await until(
          () =>
            sql(
              'registration',
              `SELECT pid, query FROM pg_stat_activity
               WHERE datname = current_database() AND state LIKE 'idle in transaction%'
                 AND state_change < now() - interval '2 seconds'`,
            ),
          (held) => held.length === 0,
          40,
          200,
        );
        for (const [one, itsKey] of [
          [buyer, key],
          [reader, readersKey],
        ] as const) {
          const answer = await persist(one.person, submitPaymentAndGetExam, purchase(one), itsKey);
          expect(answer).toMatchObject({ error: null });
          expect(await chargesOf(one)).toHaveLength(1);
        }
        await sweep();
      },
    );
  });
}

/** F21: PostgreSQL is paused. */
export function frozenDatabase(hurt: () => HurtPortal): void {
  test('F21: a paused PostgreSQL gives a 503 within seconds and then continues', async () => {
    const { portal, forgetMarks } = hurt();
    const [buyer, reader] = await Promise.all([aBuyer(), aBuyer()]);
    const key = randomUUID();
    forgetMarks();
    const bought = buy(buyer, key).catch(() => null);
    await inTheMiddle(hurt(), 3);
    await whileStopped(portal.pid('postgres'), async () => {
      const answers = await Promise.all([sessionsOf(reader), soon(buy(reader))]);
      for (const answer of answers) expect(answer).toMatchObject(inWords);
    });
    await bought;
    await isBack(reader);
    expect(
      await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key),
    ).toMatchObject({
      error: null,
    });
    expect(await chargesOf(buyer)).toHaveLength(1);
    await sweep();
  });
}

/** F5: another transaction keeps a session locked. */
export function lockedSession(): void {
  test('F5: a locked session refuses bookings after seconds and delays no other', async () => {
    const [held, free] = (await rivals(2)) as [Rival, Rival];
    const [lockedSession, otherSession] = await Promise.all([
      aSession({ seats: 1 }),
      aSession({ seats: 1 }),
    ]);
    const book = ({ by, registrationId }: Rival, sessionId: number) =>
      soon(services.sessions.scheduleSession({ registrationId, sessionId }, by()));
    await inDatabase('registration', async (ask) => {
      await ask('BEGIN');
      await ask('SELECT 1 FROM session WHERE id = $1 FOR UPDATE', [lockedSession]);
      const refused = expect(book(held, lockedSession)).rejects.toMatchObject({
        status: 503,
        code: 'unavailable',
        extra: { retryAfter: 2 },
      });
      await book(free, otherSession);
      await refused;
      await ask('ROLLBACK');
    });
    await book(held, lockedSession);
    await sweep();
  });
}

/** The error of a database that cannot write. */
export const FULL = { what: 'its disk is full', state: '53100' };
export const UNWRITABLE = [
  { what: 'it cannot write a file', state: '58030' },
  { what: 'it is read-only now', state: '25006' },
];

/** F20: the database has no room. */
export function fullDatabase(states: readonly (typeof FULL)[]): void {
  test.each(states)(
    'F20: a database that says that $what gives a 503; the work is done once there is room again',
    async ({ state }) => {
      const buyer = await aBuyer();
      const key = randomUUID();
      await sql(
        'payments',
        `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '${state}'; END $$`,
      );
      await sql(
        'payments',
        'CREATE TRIGGER no_room BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION no_room()',
      );
      try {
        expect(await soon(buy(buyer, key))).toMatchObject(inWords);
      } finally {
        await sql('payments', 'DROP FUNCTION no_room CASCADE');
      }
      expect(
        await persist(buyer.person, submitPaymentAndGetExam, purchase(buyer), key),
      ).toMatchObject({ error: null });
      expect(await chargesOf(buyer)).toHaveLength(1);
      await sweep();
    },
  );
}
