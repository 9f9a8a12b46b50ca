import { malformed } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { TranscriptsServiceDefinition } from '@portal/proto/transcripts/v1/transcripts';
import { lookUpTalId } from '../tal-ids/look-up-tal-id.ts';
import type { VendorGroup } from './blocks.ts';
import { getTranscripts, type VendorTranscripts } from './get-transcripts.ts';
import { requestTranscript } from './request-transcript.ts';

const onWire = ({ results, request, requestedAt, blocks }: VendorTranscripts) => ({
  results: results.map(present),
  failed: request === 'failed',
  requestedAt: requestedAt ?? undefined,
  blocks,
});

const isGroup = (group: string): group is VendorGroup =>
  group === 'tal_cis' || group === 'coopersmith';

export const transcriptRpcs = rpcs(TranscriptsServiceDefinition, {
  getTranscripts: {
    handle: async (_, call) => {
      const { tal, coopersmith, assignedIdError, hasUnredeemedExams } = await getTranscripts(call);
      return {
        tal: onWire(tal),
        coopersmith: onWire(coopersmith),
        talIdMissing: tal.request === 'missing',
        assignedIdError: assignedIdError ?? undefined,
        hasUnredeemedExams,
      };
    },
  },
  lookUpTalId: {
    handle: async (_, call) => {
      const { talId, candidates } = await lookUpTalId(call);
      return { talId: talId ?? undefined, candidates };
    },
  },
  requestTranscript: {
    handle: ({ vendorGroup, pendingOverride }, call) => {
      if (!isGroup(vendorGroup)) throw malformed('malformed', 'No such group of vendors.');
      return requestTranscript(call, { group: vendorGroup, pendingOverride });
    },
  },
});
