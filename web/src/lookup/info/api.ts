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

/** What is no longer right once a registration was changed. */
export const afterRegistration = [infoCall, recordCall, creditsCall];
/** What is no longer right once credits or money moved; the rows came with the answer. */
export const afterMoney = [recordCall, creditsCall];
