import { runService } from '@portal/kit/service';
import { payingBulkExams } from './bulk/pay-bulk-exams.ts';
import { bulkRpcs } from './bulk/rpc.ts';
import { cardRpcs } from './cards/rpc.ts';
import { savingCard } from './cards/save-card.ts';
import { repairJob } from './charges/repair-payments.ts';
import { chargeRpcs } from './charges/rpc.ts';
import { copyConsumers } from './copies/on-facts-changed.ts';
import { creditRpcs } from './credits/rpc.ts';
import { env } from './env.ts';
import { payingFees } from './fees/pay-fees.ts';
import { payingRetakeFee } from './fees/pay-retake-fee.ts';
import { feeRpcs } from './fees/rpc.ts';
import { buyingCredits } from './purchases/buy-credits.ts';
import { buyingForRegistration } from './purchases/buy-credits-for-registration.ts';
import { buyingPackage } from './purchases/buy-package.ts';
import { purchaseRpcs } from './purchases/rpc.ts';
import { receiptConsumers } from './receipts/on-money-moved.ts';
import { refundJob } from './refunds/make-refunds.ts';
import { chargingStudy } from './study/charge-study.ts';
import { studyRpcs } from './study/rpc.ts';
import { savingMethod } from './study/save-method.ts';
import { sweepJob } from './sweep-job.ts';

await runService({
  name: 'payments',
  env,
  rpcs: [creditRpcs, cardRpcs, purchaseRpcs, chargeRpcs, feeRpcs, bulkRpcs, studyRpcs],
  consumers: [...copyConsumers, ...receiptConsumers],
  processes: [
    savingCard,
    buyingCredits,
    buyingPackage,
    buyingForRegistration,
    payingFees,
    payingRetakeFee,
    payingBulkExams,
    savingMethod,
    chargingStudy,
  ],
  jobs: (db) => [repairJob(db), refundJob(db), sweepJob(db)],
});
