import type { Server } from '../postgres/server.ts';

/** A fact that is told by an event, and what is wrong about the telling. */
interface Difference {
  id: number;
  told: number;
}

/** What was committed is told once, and nothing is told that was not. */
export function eventsThatDiffer(
  registration: Server,
  payments: Server,
): Record<string, Difference[]> {
  const told = (server: Server, type: string, idsOf: (data: Data) => number[]) =>
    server
      .read<{ payload: { data: Data } }>('SELECT payload FROM outbox WHERE type = $1', [type])
      .flatMap(({ payload }) => idsOf(payload.data));
  const idsOf = (server: Server, text: string) =>
    server.read<{ id: number }>(text).map(({ id }) => id);
  return {
    'money that came in is told of once': differences(
      told(payments, 'payments.charge_captured', (data) => [Number(data['paymentId'])]),
      // what came in after all is given back at once and told of as a refund
      idsOf(
        payments,
        `SELECT id FROM payment WHERE state IN ('captured', 'voided') AND NOT EXISTS
          (SELECT FROM refund WHERE payment_id = payment.id AND cause = 'not_recorded')`,
      ),
      idsOf(payments, "SELECT id FROM payment WHERE state IN ('captured', 'voided')"),
    ),
    'a refund is told of once': differences(
      told(payments, 'payments.charge_refunded', (data) =>
        (data['refundIds'] as unknown[]).map(Number),
      ),
      idsOf(payments, "SELECT id FROM refund WHERE state IN ('done', 'voided')"),
    ),
    'a registration is told of once': differences(
      told(registration, 'registration.created', (data) => [Number(data['registrationId'])]),
      idsOf(registration, "SELECT id FROM registration WHERE status NOT IN ('pending', 'dropped')"),
    ),
    'a cancellation is told of once': differences(
      told(registration, 'registration.cancelled', (data) => [Number(data['registrationId'])]),
      idsOf(registration, "SELECT id FROM registration WHERE status = 'cancelled'"),
    ),
  };
}

type Data = Readonly<Record<string, unknown>>;

/** Of what has to be told what is not told once; of the rest what is told though it may not be. */
function differences(
  told: readonly number[],
  musts: readonly number[],
  mays: readonly number[] = musts,
): Difference[] {
  const times = new Map<number, number>();
  for (const id of told) times.set(id, (times.get(id) ?? 0) + 1);
  const may = new Set(mays);
  const ids = new Set([...musts, ...times.keys()]);
  const must = new Set(musts);
  return [...ids]
    .map((id) => ({ id, told: times.get(id) ?? 0 }))
    .filter(({ id, told: count }) => count > 1 || (count === 0 ? must.has(id) : !may.has(id)));
}

/** Refunds of one click of the staff, which has one request id however often it is sent. */
export const repeatedClicks = (payments: Server): unknown[] =>
  payments.read(`
    SELECT request_id, count(*) AS refunds FROM audit
    WHERE table_name = 'charge' AND op = 'action' AND change ->> 'cause' = 'staff'
    GROUP BY request_id HAVING count(*) > 1`);
