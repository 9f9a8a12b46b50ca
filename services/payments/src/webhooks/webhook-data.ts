import type { Sql } from '@portal/kit/database/database';
import type { Message } from '@portal/kit/webhooks/addresses/webhook-owner';
import type * as tables from '../../prisma/tables.ts';

/** The fields of charge events that webhooks use. */
interface EventData {
  paymentId?: number;
  refundIds?: number[];
}

/** A row of a charge or refund; a payment may have many. */
interface Item extends Pick<tables.Charge, 'typeId' | 'amountCents' | 'registrationId'> {
  chargeId: number;
  paymentId: number;
  refundId: number | null;
}

interface Payer extends Pick<tables.Payment, 'id' | 'studentId' | 'schoolId' | 'amountCents'> {}

/** Maximum of rows of a payment in its data: a school's order may have hundreds. */
const MAX_ITEMS = 100;

/** Dollars, as the portal's calls say money. */
const dollars = (cents: number): number => cents / 100;

/**
 * Returns the data of charges and refunds: ids, types and amounts; no card, no name. The
 * amount is of all items, of which the first hundred are listed.
 */
export async function webhookData(
  sql: Sql,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, object>> {
  const carried = messages.map(({ id, event, data }) => ({
    id,
    event,
    paymentId: 0,
    refundIds: [],
    ...(data as EventData | undefined),
  }));
  const paymentIds = [...new Set(carried.map(({ paymentId }) => paymentId))];
  const refundIds = [...new Set(carried.flatMap((one) => one.refundIds))];
  const [payers, charges, refunds] = await Promise.all([
    sql.many<Payer>`
      SELECT id, student_id, school_id, amount_cents FROM payment
      WHERE id = ANY(${paymentIds}::bigint[])`,
    sql.many<Item>`
      SELECT id AS charge_id, payment_id, type_id, amount_cents, registration_id,
        NULL::bigint AS refund_id
      FROM charge WHERE payment_id = ANY(${paymentIds}::bigint[]) ORDER BY id`,
    sql.many<Item>`
      SELECT charge.id AS charge_id, charge.payment_id, charge.type_id, refund.amount_cents,
        charge.registration_id, refund.id AS refund_id
      FROM refund JOIN charge ON charge.id = refund.charge_id
      WHERE refund.id = ANY(${refundIds}::bigint[]) ORDER BY refund.id`,
  ]);
  const payerOf = new Map(payers.map((payer) => [payer.id, payer]));
  const chargesOf = Map.groupBy(charges, (item) => item.paymentId);
  const refundOf = new Map(refunds.map((item) => [item.refundId, item]));
  return new Map(
    carried.map(({ id, paymentId, refundIds: own }) => {
      const { studentId = null, schoolId = null } = payerOf.get(paymentId) ?? {};
      const items =
        own.length === 0
          ? (chargesOf.get(paymentId) ?? [])
          : own.flatMap((refundId) => refundOf.get(refundId) ?? []);
      const cents = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
      return [
        id,
        {
          paymentId,
          studentId,
          schoolId,
          amount: dollars(cents),
          items: items.slice(0, MAX_ITEMS).map(toWebhookItem),
        },
      ];
    }),
  );
}

const toWebhookItem = ({ chargeId, refundId, typeId, amountCents, registrationId }: Item) => ({
  chargeId,
  ...(refundId === null ? {} : { refundId }),
  chargeTypeId: typeId,
  amount: dollars(amountCents),
  registrationId,
});
