import { studentInView } from '@portal/kit/actor';
import { rpcs } from '@portal/kit/rpc';
import { ResultsServiceDefinition } from '@portal/proto/transcripts/v1/results';
import { type ExamResult, listResults } from './store.ts';

export const resultRpcs = rpcs(ResultsServiceDefinition, {
  listResults: {
    access: ['admin', 'advisor', 'tech_support', 'service'],
    handle: async (_, { db, actor }) => ({ results: (await listResults(db, studentInView(actor))).map(toWire) }),
  },
});

const toWire = ({ credits, takenDate, score, ...result }: ExamResult) => ({ ...result, credits: credits ?? undefined, takenDate: takenDate ?? undefined, score: score ?? undefined });
