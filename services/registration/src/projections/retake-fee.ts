import type { Sql } from '@portal/kit/database/database';
import { FIRST_RETAKE_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type * as tables from '../../prisma/tables.ts';

/** Returns the current price of a vendor-approved retake, in cents.. */
export async function retakeFee(sql: Sql): Promise<number> {
  const row = await sql.maybe<Pick<tables.PriceProjection, 'retakeFeeCents'>>`
    SELECT retake_fee_cents FROM price_copy`;
  return row?.retakeFeeCents ?? FIRST_RETAKE_FEE_CENTS;
}
