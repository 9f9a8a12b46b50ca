import { runService } from '@portal/kit/service';
import { sweepJob } from '@portal/kit/sweep';
import { onRegistrationCancelled } from './balance/on-registration-cancelled.ts';
import { bulkRunProcess } from './bulk/bulk-run.ts';
import { finishUnknownJob } from './bulk/finish-unknown.ts';
import { bulkRpcs } from './bulk/rpc.ts';
import { env } from './env.ts';
import { invariants } from './invariants.ts';
import { schoolRpcs } from './schools/rpc.ts';

await runService({
  name: 'schools',
  env,
  rpcs: [schoolRpcs, bulkRpcs],
  consumers: [onRegistrationCancelled],
  processes: [bulkRunProcess],
  jobs: (db) => [finishUnknownJob(db), sweepJob(db, invariants)],
});
