import type { Server } from '../../postgres/server.ts';

/** How often the event of a row was emitted, if not once. */
interface Difference {
  id: number;
  announced: number;
}

/** Checks that committed facts are announced once, and no others. */
export function eventsThatDiffer(
  registration: Server,
  payments: Server,
): Record<string, Difference[]> {
  const announced = (server: Server, type: string, idsOf: (data: Data) => number[]) =>
    server
      .read<{ payload: { data: Data } }>('SELECT payload FROM outbox WHERE type = $1', [type])
      .flatMap(({ payload }) => idsOf(payload.data));
  const idsOf = (server: Server, text: string) =>
    server.read<{ id: number }>(text).map(({ id }) => id);
  return {
    'captured money is announced once': differences(
      announced(payments, 'payments.charge_captured', (data) => [Number(data['paymentId'])]),
      // money captured after a timeout is returned at once and announced as a refund
      idsOf(
        payments,
        `SELECT id FROM payment WHERE state IN ('captured', 'voided') AND NOT EXISTS
          (SELECT FROM refund WHERE payment_id = payment.id AND cause = 'not_recorded')`,
      ),
      idsOf(payments, "SELECT id FROM payment WHERE state IN ('captured', 'voided')"),
    ),
    'a refund is announced once': differences(
      announced(payments, 'payments.charge_refunded', (data) =>
        (data['refundIds'] as unknown[]).map(Number),
      ),
      idsOf(payments, "SELECT id FROM refund WHERE state IN ('done', 'voided')"),
    ),
    'a registration is announced once': differences(
      announced(registration, 'registration.created', (data) => [Number(data['registrationId'])]),
      idsOf(registration, "SELECT id FROM registration WHERE status NOT IN ('pending', 'dropped')"),
    ),
    'a cancellation is announced once': differences(
      announced(registration, 'registration.cancelled', (data) => [Number(data['registrationId'])]),
      idsOf(registration, "SELECT id FROM registration WHERE status = 'cancelled'"),
    ),
  };
}

type Data = Readonly<Record<string, unknown>>;

/** Returns the ids of `musts` that are not announced once, and others that are not in `mays`. */
function differences(
  announced: readonly number[],
  musts: readonly number[],
  mays: readonly number[] = musts,
): Difference[] {
  const times = new Map<number, number>();
  for (const id of announced) times.set(id, (times.get(id) ?? 0) + 1);
  const may = new Set(mays);
  const ids = new Set([...musts, ...times.keys()]);
  const must = new Set(musts);
  return [...ids]
    .map((id) => ({ id, announced: times.get(id) ?? 0 }))
    .filter(({ id, announced: count }) => count > 1 || (count === 0 ? must.has(id) : !may.has(id)));
}

/** Returns refunds of staff that share a request id, of which each click has one. */
export const repeatedClicks = (payments: Server): unknown[] =>
  payments.read(`
    SELECT request_id, count(*) AS refunds FROM audit
    WHERE table_name = 'charge' AND op = 'action' AND change ->> 'cause' = 'staff'
    GROUP BY request_id HAVING count(*) > 1`);
