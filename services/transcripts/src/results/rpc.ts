import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';
import { askResults } from './ask-results.ts';
import { listResults } from './list-results.ts';

export const resultRpcs = rpcs(ResultsServiceDefinition, {
  listResults: {
    access: ['admin', 'advisor', 'tech_support', 'service'],
    handle: async (_, call) => ({ results: (await listResults(call)).map(present) }),
  },
  askResults: {
    access: ['admin', 'advisor', 'tech_support', 'service'],
    handle: async ({ studentId }, call) => {
      const { results, ...how } = await askResults(call, studentId);
      return { ...how, results: results.map(present) };
    },
  },
});
