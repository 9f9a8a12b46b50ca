import type { Sql } from '@portal/kit/database/database';
import type { Message } from '@portal/kit/webhooks/addresses/webhook-owner';
import type * as tables from '../../../prisma/tables.ts';
import { resultOf, shownGrade } from '../../records/registrations/state/grade-result.ts';

/** The ids that events of registrations carry for webhooks. */
interface EventData {
  registrationId?: number;
  sessionId?: number;
  previousSessionId?: number;
}

interface Facts extends Pick<tables.Registration, 'id' | 'studentId' | 'examId' | 'status'> {
  vendorId: number | null;
  secularNumber: string | null;
  grade: string | null;
  gradeComment: string | null;
}

/**
 * Returns the data of webhook messages about registrations: ids, the exam's vendor and
 * number, and state and result at the time of writing, moments after the event. No person's data.
 */
export async function webhookData(
  sql: Sql,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, object>> {
  const carried = messages.map(({ id, data }) => ({ id, ...(data as EventData | undefined) }));
  const ids = [...new Set(carried.map(({ registrationId = 0 }) => registrationId))];
  const rows = await sql.many<Facts>`
    SELECT r.id, r.student_id, r.exam_id, r.status, exam.vendor_id, exam.secular_number,
      result.grade, result.grade_comment
    FROM registration r LEFT JOIN exam_copy exam ON exam.id = r.exam_id
      LEFT JOIN exam_result result ON result.registration_id = r.id
    WHERE r.id = ANY(${ids}::bigint[])`;
  const facts = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    carried.map(({ id, registrationId = 0, sessionId, previousSessionId }) => [
      id,
      {
        registrationId,
        ...webhookFields(facts.get(registrationId)),
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(previousSessionId === undefined ? {} : { previousSessionId }),
      },
    ]),
  );
}

function webhookFields(row: Facts | undefined): object {
  if (!row) return {};
  const { studentId, examId, vendorId, secularNumber, status, gradeComment } = row;
  const result =
    status === 'graded' && gradeComment !== null
      ? { result: resultOf(gradeComment), score: shownGrade(row) }
      : {};
  return { studentId, examId, vendorId, secularNumber, status, ...result };
}
