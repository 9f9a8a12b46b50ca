import type { Call } from '@portal/kit/commands/command';
import { listCharges } from '../charges/records/list-charges.ts';
import { getCredits } from '../credits/reading/get-credits.ts';
import { withProjections } from '../projections/buyer.ts';
import { buyingCredits } from '../purchases/buy-credits.ts';
import { student, world } from './with-world.ts';

/** Buys credits with a saved card, for their price unless said otherwise. */
export const buy = (call: Call, credits: number, ccId: string, amountCents = credits * 4200) =>
  withProjections(call, () =>
    buyingCredits.start(call, {
      studentId: call.actor.studentId as number,
      credits,
      amountCents,
      method: { ccId, newCard: null },
    }),
  );
/** Buys two credits with a saved card. */
export const buyTwo = (call: Call, ccId: string) => buy(call, 2, ccId);

/** A student with a saved card. */
export const aBuyer = async () => {
  const id = world.aStudent();
  return { id, ccId: await world.aCard(student(id)) };
};
/** Returns the charges of a student as staff read them. */
export const statuses = async (id: number) =>
  (await listCharges(student(id), id)).map((row) => row.status);
/** The credits that a student has. */
export const credits = async (id: number) => (await getCredits(student(id), id)).total;
