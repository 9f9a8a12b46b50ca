import type { OwnPayment } from '@portal/contract/payments/own-payments';
import type { OwnPayment as Movement, MovementPlace } from '@portal/proto/payments/v1/charges';

const placeOf = ({ place }: Movement): MovementPlace => {
  if (!place) throw new Error('a payment came without its place');
  return place;
};
const timeOf = ({ at }: MovementPlace): number => (at as Date).getTime();

/** A payment, or money that went back, for the student whose it is. */
export function ownPaymentView(row: Movement): OwnPayment {
  const place = placeOf(row);
  return {
    paymentId: place.paymentId,
    kind: place.refundId === 0 ? 'payment' : 'refund',
    date: new Date(timeOf(place)).toISOString(),
    description: row.descriptions.join(', '),
    amount: row.amountCents / 100,
    cardtype: row.cardType ?? null,
    cc4digits: row.cardLast4 ?? null,
  };
}

/** A place as a page keeps it; the contract knows its form. */
export function writePlace(row: Movement): string {
  const place = placeOf(row);
  return [timeOf(place), place.refundId, place.paymentId].join(',');
}

/** The place of a text that the contract took. */
export function readPlace(text: string): MovementPlace {
  const [time = 0, refundId = 0, paymentId = 0] = text.split(',').map(Number);
  return { at: new Date(time), refundId, paymentId };
}
