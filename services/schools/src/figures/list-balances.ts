import type { Call } from '@portal/kit/commands/command';
import { type FigureDays, figureDays } from '@portal/kit/figures/figure-days';
import { domainError } from '../errors.ts';
import { type OpeningBalance, readBalanceDays, readOpenings } from './store.ts';

/** A school's balance before the first day, and its changes by day, in cents. */
export interface BalanceFigure extends OpeningBalance {
  days: { day: string; cents: number }[];
}

/** Balances of schools that prepay: of all, or of one. Refuses with range_too_long. */
export async function listBalanceFigures(
  { db }: Call,
  { schoolId, ...request }: FigureDays & { schoolId: number | null },
): Promise<BalanceFigure[]> {
  const days = figureDays(request, () => domainError('range_too_long'));
  const [openings, changes] = await Promise.all([
    readOpenings(db, days.from, schoolId),
    readBalanceDays(db, days, schoolId),
  ]);
  const ofSchool = Map.groupBy(changes, (change) => change.schoolId);
  return openings.map((school) => ({
    ...school,
    days: (ofSchool.get(school.schoolId) ?? []).map(({ day, cents }) => ({ day, cents })),
  }));
}
