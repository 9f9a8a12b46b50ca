import type { CallAnswer } from '@portal/contract/call';
import type { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { useQueryClient } from '@tanstack/react-query';
import { answerKey, editAnswer, useAnswer } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { creditsCall, recordCall } from '../../shared/api/student.ts';
import { useAbout } from '../../shared/api/student-in-view.tsx';

export const infoCall = api.adminGetStudentInfo;
export type Info = CallAnswer<typeof adminGetStudentInfo>;
export type InfoRegistration = Info['registrations'][number];
export type RegistrationAction = InfoRegistration['actions'][number];
export type InfoTransaction = Info['transactionLogs'][number];
export type InfoCharge = Info['charges'][number];
export type InfoResult = NonNullable<Info['talExamsResponse']>[number];

/**
 * Everything about the student in view. The call queries the vendors, so the answer stays cached.
 */
export const useInfo = () => useAnswer(infoCall, {});

/** Merges fields from a call's answer into the cached answer. */
export function useInfoParts(): (parts: Partial<Info>) => void {
  const client = useQueryClient();
  const about = useAbout();
  return (parts) =>
    editAnswer<Info>(client, answerKey(infoCall, about), (info) => ({ ...info, ...parts }));
}

/** Calls whose answers are outdated after a change of a registration. */
export const afterRegistration = [infoCall, recordCall, creditsCall];
/** Calls whose answers are outdated after credits or money moved; the answer had the rows. */
export const afterMoney = [recordCall, creditsCall];
