import { plusSeconds } from '@portal/kit/clock';
import type { Queues, Waiting, WaitingThing } from '@portal/kit/waiting/queues';

const DAY_SECONDS = 86_400;
/**
 * Days for which a row of an invoice that belongs to no exam waits: nothing ends it but a talk with
 * the vendor, of which the portal hears nothing.
 */
const DAYS = 90;
const firstDay = (now: Date): Date => plusSeconds(now, -DAYS * DAY_SECONDS);

/** A row of an invoice that belongs to no exam. */
type UnmatchedRow = Pick<WaitingThing, 'since' | 'what' | 'why'> & {
  studentId: number | null;
};

/** Work of transcripts that waits for the office. R-570. */
export const queues: Queues = {
  invoice_rows_unmatched: {
    permission: 'number.read',
    count: (sql, now) => sql.one<Waiting>`
      SELECT count(*)::integer AS count, min(i.uploaded_at) AS oldest
      FROM tal_invoice i JOIN tal_invoice_line l ON l.invoice_id = i.id
      WHERE i.uploaded_at >= ${firstDay(now)} AND NOT l.matched`,
    list: (sql, now, limit) => sql.many<UnmatchedRow>`
      SELECT i.uploaded_at AS since, i.file_name || ', row ' || l.line AS what,
        COALESCE(l.reason, '') AS why, l.student_id
      FROM tal_invoice i JOIN tal_invoice_line l ON l.invoice_id = i.id
      WHERE i.uploaded_at >= ${firstDay(now)} AND NOT l.matched
      ORDER BY i.uploaded_at, i.id, l.line LIMIT ${limit}
      -- never null: what`,
  },
};
