import { studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import type { SystemCheck } from '@portal/proto/registration/v1/system_checks';
import type * as tables from '../../../prisma/tables.ts';
import { findSystemCheck } from './store.ts';

/** How the computer of the student in view last did; undefined when it was never checked. */
export async function getSystemCheck({ db, actor }: Call): Promise<SystemCheck | undefined> {
  const check = await findSystemCheck(db, studentInView(actor));
  return check && systemCheckView(check);
}

export const systemCheckView = (row: tables.SystemCheck): SystemCheck => ({
  checkedAt: row.checkedAt,
  device: row.device ?? undefined,
  findings: {
    browser: row.browser ?? undefined,
    camera: row.camera ?? undefined,
    microphone: row.microphone ?? undefined,
    network: row.network ?? undefined,
    screen: row.screen ?? undefined,
  },
});
