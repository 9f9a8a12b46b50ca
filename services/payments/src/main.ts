import { runService } from '@portal/kit/service';
import { activityRpcs } from './activity/rpc.ts';
import { payingBulkExams } from './bulk/pay-bulk-exams.ts';
import { bulkRpcs } from './bulk/rpc.ts';
import { removingCard } from './cards/remove-card.ts';
import { cardRpcs } from './cards/rpc.ts';
import { savingCard } from './cards/save-card.ts';
import { catalogueUseRpcs } from './catalogue-use/rpc.ts';
import { voidPartialsJob } from './charges/partial/void-partial.ts';
import { chargeRpcs } from './charges/rpc.ts';
import { consumers } from './consumers.ts';
import { creditRpcs } from './credits/rpc.ts';
import { env } from './env.ts';
import { payingFees } from './fees/pay-fees.ts';
import { payingRetakeFee } from './fees/pay-retake-fee.ts';
import { feeRpcs } from './fees/rpc.ts';
import { countFiguresJob } from './figures/count-figures.ts';
import { figureRpcs } from './figures/rpc.ts';
import { personalDataRpcs } from './personal-data/rpc.ts';
import { findSubject } from './projections/find-subject.ts';
import { projectionRpcs } from './projections/rpc.ts';
import { buyingCredits } from './purchases/buy-credits.ts';
import { buyingForRegistration } from './purchases/buy-credits-for-registration.ts';
import { buyingPackage } from './purchases/buy-package.ts';
import { payingForRegistration } from './purchases/pay-for-registration.ts';
import { purchaseRpcs } from './purchases/rpc.ts';
import { lookUpRefundsJob } from './refunds/given-up/look-up-refunds.ts';
import { refundJob } from './refunds/make-refunds.ts';
import { repairJob } from './refunds/repair-payments.ts';
import { chargingSchool } from './school-payments/charge-school.ts';
import { schoolPaymentRpcs } from './school-payments/rpc.ts';
import { comparingDay } from './settled-days/compare-day.ts';
import { compareNightlyJob } from './settled-days/compare-nightly.ts';
import { mendingDifference } from './settled-days/mending/mend-difference.ts';
import { reconciliationRpcs } from './settled-days/rpc.ts';
import { studentUseRpcs } from './student-use/rpc.ts';
import { chargingStudy } from './study/charge-study.ts';
import { studyRpcs } from './study/rpc.ts';
import { savingMethod } from './study/save-method.ts';
import { sweepJob } from './sweep-job.ts';
import { transactionRpcs } from './transactions/rpc.ts';
import { waitingRpcs } from './waiting/rpc.ts';
import { webhookRpcs } from './webhooks/rpc.ts';
import { webhookOwner } from './webhooks/webhook-owner.ts';

await runService({
  name: 'payments',
  env,
  rpcs: [
    activityRpcs,
    personalDataRpcs,
    creditRpcs,
    cardRpcs,
    purchaseRpcs,
    chargeRpcs,
    transactionRpcs,
    feeRpcs,
    bulkRpcs,
    studyRpcs,
    schoolPaymentRpcs,
    projectionRpcs,
    catalogueUseRpcs,
    reconciliationRpcs,
    webhookRpcs,
    studentUseRpcs,
    figureRpcs,
    waitingRpcs,
  ],
  findSubject,
  consumers,
  processes: [
    savingCard,
    removingCard,
    buyingCredits,
    buyingPackage,
    buyingForRegistration,
    payingForRegistration,
    payingFees,
    payingRetakeFee,
    payingBulkExams,
    savingMethod,
    chargingStudy,
    chargingSchool,
    comparingDay,
    mendingDifference,
  ],
  jobs: (db) => [
    countFiguresJob(db),
    repairJob(db),
    voidPartialsJob(db),
    refundJob(db),
    lookUpRefundsJob(db),
    sweepJob(db),
    compareNightlyJob(db),
  ],
  webhooks: webhookOwner,
});
