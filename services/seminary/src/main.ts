import { sweepJob } from '@portal/kit/commands/sweep';
import { runService } from '@portal/kit/service';
import { activityRpcs } from './activity/rpc.ts';
import { consumers } from './consumers.ts';
import { eligibilityRpcs } from './eligibility/rpc.ts';
import { env } from './env.ts';
import { invariants } from './invariants.ts';
import { seminaryInvoiceRpcs } from './invoices/rpc.ts';
import { personalDataRpcs } from './personal-data/rpc.ts';
import { keepTalIdsJob } from './redemption/keep-tal-ids.ts';
import { notifyTalJob } from './redemption/notify-tal.ts';
import { followPapersJob } from './redemption/papers/follow-papers.ts';
import { paperRpcs } from './redemption/papers/rpc.ts';
import { redeemingExams } from './redemption/redeem-exams.ts';
import { redemptionRpcs } from './redemption/rpc.ts';
import { seminaryStudentRpcs } from './students/rpc.ts';
import { followUpJob } from './study/following-up/follow-up.ts';
import { payingStudy } from './study/paying/pay-study.ts';
import { refundingStudy } from './study/refunding/refund-study.ts';
import { studyRpcs } from './study/rpc.ts';
import { waitingRpcs } from './waiting/rpc.ts';

await runService({
  name: 'seminary',
  env,
  rpcs: [
    activityRpcs,
    personalDataRpcs,
    seminaryStudentRpcs,
    redemptionRpcs,
    paperRpcs,
    eligibilityRpcs,
    studyRpcs,
    seminaryInvoiceRpcs,
    waitingRpcs,
  ],
  consumers,
  processes: [payingStudy, refundingStudy, redeemingExams],
  jobs: (db) => [
    followUpJob(db),
    notifyTalJob(db),
    keepTalIdsJob(db),
    followPapersJob(db),
    sweepJob(db, invariants),
  ],
});
