import { sql } from '../../portal/databases.ts';

/**
 * Ages the charges of a student or school whose outcome is unknown, so that their requests can no
 * longer arrive at the processor, and has them looked up now.
 */
export const ageUnknownCharges = (payer: 'student_id' | 'school_id', id: number) =>
  sql(
    'payments',
    `UPDATE process SET next_run_at = clock_timestamp(), state = jsonb_set(
       state, '{openedAt,$date}',
       to_jsonb((state #>> '{openedAt,$date}')::timestamptz - interval '1 minute'))
     WHERE status = 'running' AND (state ->> 'paymentId')::bigint IN (
       SELECT id FROM payment WHERE ${payer} = $1 AND state = 'unknown')`,
    [id],
  );
