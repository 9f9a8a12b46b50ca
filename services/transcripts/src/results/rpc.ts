import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';
import { findExams } from '../finding/find-exams.ts';
import { askResults } from './ask-results.ts';
import { listResults } from './list-results.ts';

export const resultRpcs = rpcs(ResultsServiceDefinition, {
  listResults: { handle: async (_, call) => ({ results: (await listResults(call)).map(present) }) },
  askResults: {
    handle: async ({ studentId }, call) => {
      const { results, tal, coopersmith } = await askResults(call, studentId);
      return {
        results: results.map(present),
        talFailed: tal === 'failed',
        coopersmithFailed: coopersmith === 'failed',
        talIdMissing: tal === 'missing',
      };
    },
  },
  findExams: {
    handle: async ({ jseId }, call) => ({ results: (await findExams(call, jseId)).map(present) }),
  },
});
