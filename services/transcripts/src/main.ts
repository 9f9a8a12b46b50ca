import { runService } from '@portal/kit/service';
import { activityRpcs } from './activity/rpc.ts';
import { consumers } from './consumers.ts';
import { env } from './env.ts';
import { invoiceRpcs } from './invoices/rpc.ts';
import { findSubject } from './people/find-person.ts';
import { personalDataRpcs } from './personal-data/rpc.ts';
import { requestingTranscript } from './requests/request-transcript.ts';
import { transcriptRpcs } from './requests/rpc.ts';
import { askDueJob, noteDayJob } from './results/ask-job.ts';
import { resultRpcs } from './results/rpc.ts';
import { lookingUpTalId } from './tal-ids/look-up-tal-id.ts';
import { waitingRpcs } from './waiting/rpc.ts';

await runService({
  name: 'transcripts',
  env,
  rpcs: [activityRpcs, personalDataRpcs, resultRpcs, transcriptRpcs, invoiceRpcs, waitingRpcs],
  findSubject,
  consumers,
  processes: [requestingTranscript, lookingUpTalId],
  jobs: (db) => [noteDayJob(db), askDueJob(db)],
});
