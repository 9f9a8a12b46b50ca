import { setTimeout as pause } from 'node:timers/promises';
import { asSuperAdmin } from '../as.ts';
import { rpc } from '../clients.ts';
import { dayPlus, instantInNewYork, newYorkDay } from '../new-york.ts';

/** Days ago of the day that differs, of the clean one and of the signed ones. */
const [DIFFERING, CLEAN, SIGNED] = [1, 2, [4, 3]];
const EVENING = '22:00';
const UNKNOWN_CHARGE_CENTS = 4200;
const WRONG_CENTS = 100;

interface BookLine {
  transId: string;
  type: 'authCapture' | 'refund' | 'void';
  status: string;
  invoiceNumber: string;
  amount: number;
}

const dayAgo = (now: Date, days: number): string => dayPlus(newYorkDay(now), { days: -days });
const eveningOf = (day: string): string => instantInNewYork(day, EVENING).toISOString();

async function control(sandboxUrl: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/__cards/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the card processor refused ${path} (${answer.status})`);
}

/**
 * Closes the processor's day as if it had been so many days ago: from then on money goes back as a
 * refund, before as a void.
 */
export const settleDaysAgo = (now: Date, sandboxUrl: string, days: number): Promise<void> =>
  control(sandboxUrl, 'settle', { at: eveningOf(dayAgo(now, days)) });
/**
 * Days ago on which charges settle: the first ones on the signed day, the rest on the days after
 * it.
 */
export const SETTLED_DAYS_AGO = { first: 3, second: CLEAN, last: DIFFERING };

/**
 * The last days of payments: one that is signed, one that is clean, and one with a difference of
 * each kind. `losePayment` has the books keep one of a signed day that is not settled. Does nothing
 * when they are there.
 */
export async function seedSettledDays(
  now: Date,
  sandboxUrl: string,
  losePayment: () => Promise<void>,
): Promise<void> {
  const differing = dayAgo(now, DIFFERING);
  const { days } = await rpc.reconciliation.listSettledDays(
    { from: differing, to: differing, account: 'TTI', withDifferences: false },
    asSuperAdmin('settled day'),
  );
  if (days.some(({ differences }) => differences > 0)) return;
  for (const days of SIGNED) await signed(dayAgo(now, days));
  await compared(dayAgo(now, CLEAN));
  // now that its own day is signed, it is yesterday that misses it
  await losePayment();
  await makeDiffer(sandboxUrl, differing);
  await compared(differing);
}

/**
 * Creates a charge that only the processor has, a return, a refund of another amount, and a refund
 * that the processor never made.
 */
async function makeDiffer(sandboxUrl: string, day: string): Promise<void> {
  const settledAt = eveningOf(day);
  const answer = await fetch(`${sandboxUrl}/__cards/transactions?account=TTI`);
  const lines = (await answer.json()) as BookLine[];
  const [charge] = lines.filter(
    ({ type, status }) => type === 'authCapture' && status === 'captured',
  );
  const [changed, failed] = lines.filter(({ type }) => type === 'refund');
  if (!charge || !changed || !failed) throw new Error('the demo data has too few payments');
  await control(sandboxUrl, 'settled', {
    kind: 'charge',
    cents: UNKNOWN_CHARGE_CENTS,
    invoiceNumber: 'by-hand-1',
    settledAt,
  });
  await control(sandboxUrl, 'settled', {
    kind: 'returned',
    cents: Math.round(charge.amount * 100),
    settledAt,
    invoiceNumber: charge.invoiceNumber,
  });
  await control(sandboxUrl, 'change', {
    transId: changed.transId,
    cents: Math.round(changed.amount * 100) + WRONG_CENTS,
  });
  await control(sandboxUrl, 'change', { transId: failed.transId, status: 'settlementError' });
}

/** The comparison of the night may be at it: it began with the portal. */
const TRIES = 60;
async function compared(day: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const of = { day, account: 'TTI' };
      return void (await rpc.reconciliation.compareDay(
        of,
        asSuperAdmin(`compare ${day} ${tries}`),
      ));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'signed') return;
      if (code !== 'running' || tries === TRIES) throw error;
      await pause(500);
    }
  }
}

async function signed(day: string): Promise<void> {
  await compared(day);
  await rpc.reconciliation.signDay(
    { day, account: 'TTI', comment: 'Agrees with the statement of the bank.' },
    asSuperAdmin(`sign ${day}`),
  );
}
