import { plusSeconds } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import { uuidv7 } from '@portal/kit/ids';
import type * as tables from '@portal/kit/prisma/tables';

/** When the eight tries of a delivery were made, in seconds after the first. */
const TRIES = [0, 5, 305, 2105, 9305, 27_305, 63_305, 99_305];
const HOUR = 3600;

/**
 * Seeds a delivery that failed eight times, which takes too long to happen in demo data, for each
 * address that subscribes to graded exams.
 */
export async function seedFailedDelivery(tx: Sql, now: Date): Promise<void> {
  const addresses = await tx.many<Pick<tables.WebhookAddress, 'id'>>`
    SELECT id FROM webhook_address WHERE 'registration.exam_graded' = ANY(events)`;
  const began = plusSeconds(now, -30 * HOUR);
  const body = JSON.stringify({
    type: 'registration.exam_graded',
    timestamp: began.toISOString(),
    data: { registrationId: 1, studentId: 1001, examId: 405, vendorId: 4, status: 'graded' },
  });
  for (const { id: webhookId } of addresses) {
    const last = plusSeconds(began, TRIES.at(-1) ?? 0);
    const { id } = await tx.one<Pick<tables.WebhookDelivery, 'id'>>`
      INSERT INTO webhook_delivery (webhook_id, message_id, event, body, state, tries, attempts,
        created_at, ended_at)
      VALUES (${webhookId}, ${uuidv7()}, 'registration.exam_graded', ${body}, 'failed',
        ${TRIES.length}, ${TRIES.length}, ${began}, ${last})
      RETURNING id`;
    for (const [index, seconds] of TRIES.entries())
      await tx.run`
        INSERT INTO webhook_attempt (delivery_id, no, at, status, ms, error, answer)
        VALUES (${id}, ${index + 1}, ${plusSeconds(began, seconds)}, 503, ${140 + index},
          'The answer was 503.', 'Service Unavailable')`;
  }
}
