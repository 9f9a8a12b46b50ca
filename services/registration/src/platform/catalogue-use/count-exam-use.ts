import type { Call } from '@portal/kit/commands/command';
import type * as tables from '../../../prisma/tables.ts';
import type { UseCount } from './use-count.ts';

/**
 * Open registrations of these exams; those without one are left out. Which states are open is
 * `endedStates`, written out for its index.
 */
export const countExamUse = ({ db }: Pick<Call, 'db'>, examIds: number[]): Promise<UseCount[]> =>
  db.many<{ id: tables.Registration['examId']; count: number }>`
    SELECT exam_id AS id, count(*)::int AS count FROM registration
    WHERE status <> ALL (ARRAY['dropped', 'cancelled', 'taken', 'graded'])
      AND exam_id = ANY(${examIds}::bigint[])
    GROUP BY exam_id ORDER BY exam_id`;
