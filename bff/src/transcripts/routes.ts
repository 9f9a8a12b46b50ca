import {
  addTranscriptRequest,
  findStudentExams,
  requestTALTranscript,
} from '@portal/contract/students/transcripts';
import type { CallOptions } from '@portal/kit/grpc/client';
import type { AppContext } from '../app-context.ts';
import { route } from '../http/route.ts';
import { plainlyNotFound } from '../students/not-found.ts';
import { resultView } from './views.ts';

const sent = { success: true, message: 'The transcript request was sent.' } as const;

/** Requests a transcript; when that was. */
async function request(
  input: { vendorGroup: 'tal_cis' | 'coopersmith'; pendingOverride: boolean },
  by: CallOptions,
  { transcripts }: AppContext,
): Promise<string> {
  const { requestedAt } = await transcripts.transcripts.requestTranscript(input, by);
  if (!requestedAt) throw new Error('a transcript was requested and not told when');
  return requestedAt.toISOString();
}

export const transcriptRoutes = [
  route(requestTALTranscript, async ({ input, by }, context) => {
    const pendingOverride = input.pendingOverride ?? false;
    const at = await request({ vendorGroup: 'tal_cis', pendingOverride }, by, context);
    return { ...sent, talLatestTranscriptRequest: at };
  }),

  route(addTranscriptRequest, async ({ by }, context) => {
    const input = { vendorGroup: 'coopersmith', pendingOverride: false } as const;
    return { ...sent, coopersmithLatestTranscriptRequest: await request(input, by, context) };
  }),

  route(findStudentExams, async ({ input, by }, { transcripts }) => {
    const { results } = await transcripts.results.findExams(input, by).catch(plainlyNotFound);
    return results.map(resultView);
  }),
];
