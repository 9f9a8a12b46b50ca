import type { CallAnswer } from '@portal/contract/call';
import type { adminGetStudentInfo } from '@portal/contract/students/student-info';
import { useQueryClient } from '@tanstack/react-query';
import { answerKey, editAnswer, useAnswer, useCommand } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';
import { useAbout } from '../shared/api/student-in-view.tsx';

export type Info = CallAnswer<typeof adminGetStudentInfo>;
export type Result = NonNullable<Info['talExamsResponse']>[number];
export type Block = Info['transcriptBlocks']['tal'][number];

/** The transcript facts of the student in view; the call queries the vendors. */
export const useInfo = () => useAnswer(api.adminGetStudentInfo, {});

/** Puts a request's result into the cached answer, so that no vendor is queried again for it. */
function usePut() {
  const client = useQueryClient();
  const about = useAbout();
  return (parts: Partial<Info>) =>
    editAnswer<Info>(client, answerKey(api.adminGetStudentInfo, about), (info) => ({
      ...info,
      ...parts,
    }));
}

/** Requests a transcript of TAL and CIS. */
export function useTalRequest() {
  const put = usePut();
  return useCommand(api.requestTALTranscript, {
    onDone: ({ talLatestTranscriptRequest }) => put({ talLatestTranscriptRequest }),
  });
}

/** Requests a transcript of Coopersmith. */
export function useCoopersmithRequest() {
  const put = usePut();
  return useCommand(api.addTranscriptRequest, {
    onDone: ({ coopersmithLatestTranscriptRequest }) => put({ coopersmithLatestTranscriptRequest }),
  });
}
