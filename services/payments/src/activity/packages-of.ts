import type { AuditRow } from '@portal/kit/history/activity';
import { ownRecord } from '@portal/kit/history/list-activity';

/**
 * Credits that were spent or given back tell of every package they came from; the id of such a row
 * is the registration's.
 */
export function packagesOf(row: AuditRow): readonly number[] {
  const { lots } = row.change as { lots?: readonly { lotId: number }[] };
  return lots ? lots.map(({ lotId }) => lotId) : ownRecord(row);
}
