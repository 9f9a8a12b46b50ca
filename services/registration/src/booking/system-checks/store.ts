import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** Keeps the newest check: one that was made before the kept one changes nothing. */
export async function putSystemCheck(sql: Sql, check: tables.SystemCheck): Promise<void> {
  await sql.run`
    INSERT INTO system_check
      (student_id, checked_at, device, browser, camera, microphone, network, screen)
    VALUES (${check.studentId}, ${check.checkedAt}, ${check.device}, ${check.browser},
      ${check.camera}, ${check.microphone}, ${check.network}, ${check.screen})
    ON CONFLICT (student_id) DO UPDATE SET
      checked_at = excluded.checked_at, device = excluded.device, browser = excluded.browser,
      camera = excluded.camera, microphone = excluded.microphone, network = excluded.network,
      screen = excluded.screen
    WHERE system_check.checked_at <= excluded.checked_at`;
}

export const findSystemCheck = (
  sql: Sql,
  studentId: number,
): Promise<tables.SystemCheck | undefined> =>
  sql.maybe<tables.SystemCheck>`SELECT * FROM system_check WHERE student_id = ${studentId}`;
