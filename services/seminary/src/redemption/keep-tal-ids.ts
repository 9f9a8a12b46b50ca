import { serviceActor } from '@portal/kit/auth/actor';
import type { Database, Sql } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import type { Job } from '@portal/kit/jobs/jobs';
import { log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import type * as tables from '../../prisma/tables.ts';
import { vendors } from '../clients.ts';

const LIMIT = 50;

interface TalId extends Pick<tables.SeminaryStudent, 'id'> {
  studentId: number;
  talStudentId: string;
}

/** Lists students whose exams were released and whose TAL id was not sent to identity. */
const listUnsent = (sql: Sql): Promise<TalId[]> =>
  sql.many<TalId>`
    SELECT id, student_id, tal_student_id FROM seminary_student
    WHERE tal_id_sent_at IS NULL AND redeemed_exams = 1 AND release_told_at IS NOT NULL
      AND tal_student_id IS NOT NULL AND student_id IS NOT NULL
    ORDER BY id LIMIT ${LIMIT}
    -- never null: student_id, tal_student_id`;

const noteSent = (sql: Sql, id: number, now: Date): Promise<number> =>
  sql.run`UPDATE seminary_student SET tal_id_sent_at = ${now} WHERE id = ${id}`;

/**
 * Sends the ids that TAL gave when seminary exams were released to identity, once each. One
 * that another student has is left to staff, whose lookup at TAL states it.
 */
export async function keepTalIds(db: Database, now: Date): Promise<void> {
  const by = { actor: serviceActor('seminary'), requestId: 'keep TAL ids' };
  for (const { id, studentId, talStudentId: talId } of await listUnsent(db)) {
    try {
      await vendors.keepTalId({ studentId, talId }, { ...by, key: `tal-id:${id}` });
    } catch (error) {
      if (!(error instanceof DomainError) || error.isTransient) throw error;
      log.warn({ seminaryStudent: id, code: error.code }, 'TAL id was not stored');
    }
    await noteSent(db, id, now);
  }
}

export const keepTalIdsJob = (db: Database): Job => ({
  name: 'keep TAL ids of released exams',
  everySeconds: 2,
  run: () => keepTalIds(db, steadyNow()),
});
