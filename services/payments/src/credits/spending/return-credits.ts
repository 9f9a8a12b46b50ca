import { command, type Tx } from '@portal/kit/commands/command';
import {
  closeSpending,
  insertLot,
  insertReturn,
  lockSpentLines,
  type SpentLine,
} from '../ledger/store.ts';
import type { CreditTotals } from '../reading/credit-totals.ts';
import { creditsOf } from '../reading/credits-of.ts';

export interface ReturnCredits {
  studentId: number;
  registrationId: number;
}

/**
 * Returns the credits of a registration to the lots they came from, once. Those of a lot
 * that has been refunded since, or is being refunded, come back as generic credits with the same
 * fees. A registration that spent nothing is no error, and cannot spend afterwards.
 */
export const returnCredits = command(
  'returnCredits',
  async (
    tx,
    { studentId, registrationId }: ReturnCredits,
  ): Promise<{ returned: number; credits: CreditTotals }> => {
    const returned = await giveCreditsBack(tx, studentId, registrationId);
    return { returned, credits: await creditsOf(tx, studentId, tx.now) };
  },
);

/** The same in a transaction that does more; answers how many came back. */
export async function giveCreditsBack(
  tx: Tx,
  studentId: number,
  registrationId: number,
): Promise<number> {
  const lines = (await closeSpending(tx, studentId, registrationId, tx.now))
    ? await lockSpentLines(tx, registrationId)
    : [];
  const by = tx.actor.name;
  const back = lines.filter((line) => line.takesBack);
  if (back.length > 0)
    await insertReturn(tx, { studentId, registrationId, lines: back, by }, tx.now);
  for (const line of lines.filter((line) => !line.takesBack))
    await asGenericLot(tx, studentId, registrationId, line);
  const returned = lines.reduce((sum, line) => sum + line.credits, 0);
  if (returned > 0) {
    const lots = lines.map(({ lotId, credits }) => ({ lotId, credits }));
    tx.audit({
      op: 'action',
      table: 'package',
      id: registrationId,
      studentId,
      change: { returned, lots },
    });
  }
  return returned;
}

async function asGenericLot(
  tx: Tx,
  studentId: number,
  registrationId: number,
  { lotId: _, takesBack: __, credits, ...rules }: SpentLine,
) {
  const generic = {
    ...rules,
    packageId: null,
    packageName: null,
    isSpecialProgram: false,
    seminaryStudyTtiProgramId: null,
    seminaryYear: null,
  };
  await insertLot(
    tx,
    {
      ...generic,
      examsAllowed: [],
      vendorsAllowed: null,
      studentId,
      source: 'returned',
      credits,
      paidCents: 0,
      paymentId: null,
      registrationId,
      by: tx.actor.name,
    },
    tx.now,
  );
}
