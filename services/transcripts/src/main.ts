import { runService } from '@portal/kit/service';
import { env } from './env.ts';
import { askDueJob, noteDayJob } from './results/ask-job.ts';
import { resultRpcs } from './results/rpc.ts';

await runService({ name: 'transcripts', env, rpcs: [resultRpcs], jobs: (db) => [noteDayJob(db), askDueJob(db)] });
