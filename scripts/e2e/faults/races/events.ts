import { expect, test } from '@jest/globals';
import { headers } from '@nats-io/transport-node';
import { connectBroker } from '../../../portal/broker.ts';
import { type ServiceName, serviceNames, sql } from '../../../portal/databases.ts';
import { mailsTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import { sweep } from '../../invariants/invariants.ts';
import { aBuyer, buyPayBook, cancelExam } from '../harness/people/buyer.ts';
import { projections, rebuild } from '../harness/projections.ts';
import { quiet } from '../harness/quiet.ts';

interface Sent {
  id: string;
  type: string;
  payload: object;
}

const count = async (service: ServiceName, table: string): Promise<number> =>
  Number((await sql<{ n: string }>(service, `SELECT count(*) AS n FROM ${table}`))[0]?.n);

/** Returns the counts that a second handling would raise. */
const effects = async () => ({
  emails: await Promise.all(serviceNames.map((service) => count(service, 'mail'))),
  events: await Promise.all(serviceNames.map((service) => count(service, 'outbox'))),
  audit: await Promise.all(serviceNames.map((service) => count(service, 'audit'))),
  registrations: await count('registration', 'registration'),
  credits: await count('payments', 'credit_line'),
  refunds: await count('payments', 'refund'),
  projections: await projections(),
});

/** Shuffles in the same way at every run. */
function shuffled<T>(things: readonly T[]): T[] {
  let state = 20_261_121;
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const mixed = [...things];
  for (let place = mixed.length - 1; place > 0; place--) {
    const other = next(place + 1);
    [mixed[place], mixed[other]] = [mixed[other] as T, mixed[place] as T];
  }
  return mixed;
}

/** Sends events to the streams once more, without the relay and its ids for duplicates. */
async function sendAgain(events: readonly Sent[]): Promise<void> {
  const nats = await connectBroker();
  for (const { id, type, payload } of events) {
    const origin = headers();
    origin.set('Nats-Expected-Stream', (type.split('.')[0] ?? '').toUpperCase());
    nats.publish(type, JSON.stringify({ id, ...payload }), { headers: origin });
  }
  await nats.flush();
  await nats.close();
}

/** F12: events are delivered ten times in any order. */
export function repeatedEvents(): void {
  test('F12: every event delivered ten times in any order takes effect once', async () => {
    const [begun] = await sql<{ at: string }>('identity', 'SELECT clock_timestamp()::text AS at');
    const buyer = await aBuyer();
    await cancelExam(buyer, await buyPayBook(buyer));
    await buyPayBook(await aBuyer());
    await sweep();
    await quiet();
    const before = await effects();
    const sent = (
      await Promise.all(
        serviceNames.map((service) =>
          sql<Sent>(
            service,
            'SELECT id, type, payload FROM outbox WHERE created_at >= $1::timestamptz',
            [begun?.at],
          ),
        ),
      )
    ).flat();
    expect(new Set(sent.map(({ type }) => type)).size).toBeGreaterThan(8);
    await sendAgain(shuffled(sent.flatMap((event) => Array.from({ length: 10 }, () => event))));
    await quiet();
    expect(await effects()).toEqual(before);
    await sweep();
  });
}

/** The damage when the guards of F12 are off. */
export function repeatedEventsControl(): void {
  test('F12, control: without inbox row and mail key a repeated event mails again', async () => {
    const buyer = await aBuyer();
    const registrationId = await buyPayBook(buyer);
    await sweep();
    const before = (await mailsTo(buyer.email)).length;
    const created = await sql<Sent>(
      'registration',
      `SELECT id, type, payload FROM outbox
       WHERE type = 'registration.created' AND (payload #>> '{data,registrationId}')::bigint = $1`,
      [registrationId],
    );
    expect(created).toHaveLength(1);
    await sql(
      'registration',
      "DELETE FROM inbox WHERE consumer = 'registration.registration.created' AND event_id = $1",
      [created[0]?.id],
    );
    await sql('registration', "UPDATE mail SET key = key || ' (before)' WHERE key = $1", [
      `registration.created:${registrationId}`,
    ]);
    await sendAgain(created);
    await until(
      () => mailsTo(buyer.email),
      (mails) => mails.length === before + 1,
    );
    await sweep();
  });
}

/** F24: projections are emptied and rebuilt. */
export function rebuiltProjections(service: 'registration' | 'payments'): void {
  test(`F24: rebuilt projections of ${service} have the same rows`, async () => {
    await buyPayBook(await aBuyer());
    await quiet();
    const before = await projections();
    for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0);
    await rebuild(service);
    const after = await projections();
    for (const [table, rows] of Object.entries(before)) {
      // a rebuilt projection may hold more people; each former row is in it unchanged
      const again = new Map(after[table]?.map((row) => [row.id, row]));
      expect(rows.map(({ id }) => again.get(id))).toEqual(rows);
    }
    await buyPayBook(await aBuyer());
    await sweep();
  });
}

/** The damage when a projection was not rebuilt. */
export function rebuiltProjectionsControl(): void {
  test('F24, control: an emptied projection differs until it is rebuilt', async () => {
    await sql('payments', 'DELETE FROM exam_copy');
    expect((await projections())['payments.exam_copy']).toEqual([]);
    await rebuild('payments');
    expect((await projections())['payments.exam_copy']?.length).toBeGreaterThan(0);
  });
}
