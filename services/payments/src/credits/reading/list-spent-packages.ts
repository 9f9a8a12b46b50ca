import type { Call } from '@portal/kit/commands/command';
import { spentPackages } from '../ledger/store.ts';

const MAX_BATCH_SIZE = 500;

/** Lists the package types whose credits registrations spent; without those that spent none. */
export const listSpentPackages = (
  { db }: Pick<Call, 'db'>,
  registrationIds: readonly number[],
): Promise<{ registrationId: number; packageIds: number[] }[]> =>
  spentPackages(db, registrationIds.slice(0, MAX_BATCH_SIZE));
