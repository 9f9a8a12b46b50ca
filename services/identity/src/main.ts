import { runService } from '@portal/kit/service';
import { accountRpcs } from './accounts/rpc.ts';
import { sendResetsJob } from './accounts/send-resets.ts';
import { collegeRpcs } from './colleges/rpc.ts';
import { env } from './env.ts';
import { forgetJob } from './forget.ts';
import { inviteRpcs } from './invites/rpc.ts';
import { studentRpcs } from './students/rpc.ts';
import { studyMemberRpcs } from './study/rpc.ts';
import { vendorRpcs } from './vendors/rpc.ts';

await runService({
  name: 'identity',
  env,
  rpcs: [accountRpcs, studentRpcs, collegeRpcs, inviteRpcs, vendorRpcs, studyMemberRpcs],
  jobs: (db) => [sendResetsJob(db), forgetJob(db)],
});
