import { sweepJob } from '@portal/kit/commands/sweep';
import { runService } from '@portal/kit/service';
import { activityRpcs } from './activity/rpc.ts';
import { payingSchool } from './balance/pay-by-card.ts';
import { bulkRpcs } from './bulk/rpc.ts';
import { bulkRunProcess } from './bulk/run/bulk-run.ts';
import { finishUnknownJob } from './bulk/run/finish-unknown.ts';
import { consumers } from './consumers.ts';
import { env } from './env.ts';
import { figureRpcs } from './figures/rpc.ts';
import { finderRpcs } from './finder/rpc.ts';
import { invariants } from './invariants.ts';
import { schoolOfficeRpcs } from './office/rpc.ts';
import { personalDataRpcs } from './personal-data/rpc.ts';
import { schoolRpcs } from './schools/rpc.ts';
import { followSettingsJob } from './settings/follow-settings.ts';
import { waitingRpcs } from './waiting/rpc.ts';

await runService({
  name: 'schools',
  env,
  rpcs: [
    activityRpcs,
    personalDataRpcs,
    schoolRpcs,
    schoolOfficeRpcs,
    bulkRpcs,
    figureRpcs,
    waitingRpcs,
    finderRpcs,
  ],
  consumers,
  processes: [bulkRunProcess, payingSchool],
  jobs: (db) => [followSettingsJob(db), finishUnknownJob(db), sweepJob(db, invariants)],
});
