import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import type {
  SaveSystemCheckRequest,
  SystemCheck,
  SystemFindings,
} from '@portal/proto/registration/v1/system_checks';
import { systemCheckView } from './get-system-check.ts';
import { putSystemCheck } from './store.ts';

const foundIn = (findings: SystemFindings | undefined) => ({
  browser: findings?.browser ?? null,
  camera: findings?.camera ?? null,
  microphone: findings?.microphone ?? null,
  network: findings?.network ?? null,
  screen: findings?.screen ?? null,
});

async function work(
  tx: Tx,
  { device, findings }: SaveSystemCheckRequest,
  { actor }: Call,
): Promise<SystemCheck> {
  const studentId = studentInView(actor);
  const found = foundIn(findings);
  const check = { studentId, checkedAt: tx.now, device: device ?? null, ...found };
  await putSystemCheck(tx, check);
  tx.audit({
    op: 'action',
    table: 'system_check',
    id: studentId,
    studentId,
    change: { device: check.device, ...found },
  });
  return systemCheckView(check);
}

/** Stores the check of the student's computer in place of the last one. */
export const saveSystemCheck = command('saveSystemCheck', work);
