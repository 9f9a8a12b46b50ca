import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** Returns no reasons: nothing here prevents blanking a student. R-589 */
export const checkBlanking = async (_sql: Sql, _request: object): Promise<BlankingCheck> => ({
  reasons: [],
  credits: 0,
});
