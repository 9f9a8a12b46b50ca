import { serviceNames, sql } from '../../../portal/databases.ts';
import { until } from '../../../portal/until.ts';
import { consumers } from '../../invariants/books.ts';

/**
 * Waits until no event is in flight any more: none is left to be sent, handled or retried.
 */
export async function quiet(): Promise<void> {
  await until(
    async () => {
      const left = await Promise.all(
        serviceNames.map((service) =>
          sql(service, 'SELECT type FROM outbox WHERE sent_at IS NULL'),
        ),
      );
      const waiting = (await consumers()).filter((consumer) => consumer.waiting > 0);
      return [...left.flat(), ...waiting];
    },
    (onTheWay) => onTheWay.length === 0,
    30,
    100,
  );
}
