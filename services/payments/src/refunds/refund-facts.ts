import type { Sql } from '@portal/kit/database';
import { type RefundFacts, refundFacts } from './store.ts';

/** What the mail about refunds says. */
export const factsOfRefund = (sql: Sql, ids: readonly number[]): Promise<RefundFacts | undefined> => refundFacts(sql, ids);
