import type { Sql } from '@portal/kit/database/database';
import {
  countOverdueRefunds,
  countRefusedRefunds,
  type RefundFacts,
  refundFacts,
} from './store.ts';

/** The facts of the email about refunds. */
export const factsOfRefund = (sql: Sql, ids: readonly number[]): Promise<RefundFacts | undefined> =>
  refundFacts(sql, ids);

/** How many refunds are owed and were refused by the processor so far. */
export const countRefused = (sql: Sql): Promise<number> => countRefusedRefunds(sql);

/** How many refunds are owed for longer than any settlement takes. */
export const countOverdue = (sql: Sql): Promise<number> => countOverdueRefunds(sql);
