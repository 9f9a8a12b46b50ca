import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** Nothing here stands in the way. R-589 */
export const checkBlanking = async (_sql: Sql, _asked: object): Promise<BlankingCheck> => ({
  reasons: [],
  credits: 0,
});
