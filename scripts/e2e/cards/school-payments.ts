import { sql } from '../../portal/databases.ts';
import { thePortal } from '../../portal/place.ts';
import { aNewCard } from './card.ts';

/** Returns a card as the page sends it to be charged once: token, last digits and kind. */
export async function aOneTimeCard(number?: string) {
  const card = await aNewCard(thePortal.sandboxUrl, number ? { number } : {});
  const { acceptPaymentDescriptor, acceptPaymentValue, ccLast4, cardType } = card;
  return { acceptPaymentDescriptor, acceptPaymentValue, ccLast4, cardType };
}

/** Returns the charges of a school from payments, oldest first. */
export const schoolChargesOf = (schoolId: number) =>
  sql<{ type_id: string; state: string }>(
    'payments',
    `SELECT c.type_id, p.state FROM payment p JOIN charge c ON c.payment_id = p.id
     WHERE p.school_id = $1 ORDER BY p.id`,
    [schoolId],
  );
