import { getCreditsInfo } from '@portal/contract/students/student';
import type { Person } from '../../portal-user/person.ts';

/** Returns what one more credit costs a student, in dollars. Throws when no price is set. */
export async function creditPrice(student: Pick<Person, 'do'>): Promise<number> {
  const { pricePerCredit } = await student.do(getCreditsInfo, {});
  if (pricePerCredit === null) throw new Error('no price of a credit is set');
  return pricePerCredit;
}
