import { runService } from '@portal/kit/service';
import { sweepJob } from '@portal/kit/sweep';
import { env } from './env.ts';
import { invariants } from './invariants.ts';
import { onStudentAdded } from './students/on-student-added.ts';
import { seminaryStudentRpcs } from './students/rpc.ts';
import { followUpJob } from './study/follow-up.ts';
import { onChargeRefunded } from './study/on-charge-refunded.ts';
import { payingStudy } from './study/pay-study.ts';
import { refundingStudy } from './study/refund-study.ts';
import { studyRpcs } from './study/rpc.ts';

await runService({
  name: 'seminary',
  env,
  rpcs: [seminaryStudentRpcs, studyRpcs],
  consumers: [onStudentAdded, onChargeRefunded],
  processes: [payingStudy, refundingStudy],
  jobs: (db) => [followUpJob(db), sweepJob(db, invariants)],
});
