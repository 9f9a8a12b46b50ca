import type { FindSubject } from '@portal/kit/commands/authorize';
import type { Process } from '@portal/kit/commands/process-definition';
import type { Database } from '@portal/kit/database/database';
import type { RpcSet } from '@portal/kit/grpc/rpc';
import type { Job } from '@portal/kit/jobs/jobs';
import { chargeRpcs } from '../../../../services/payments/src/charges/rpc.ts';
import { creditRpcs } from '../../../../services/payments/src/credits/rpc.ts';
import { payingFees } from '../../../../services/payments/src/fees/pay-fees.ts';
import { feeRpcs } from '../../../../services/payments/src/fees/rpc.ts';
import { findSubject as findInPayments } from '../../../../services/payments/src/projections/find-subject.ts';
import { buyingCredits } from '../../../../services/payments/src/purchases/buy-credits.ts';
import { buyingForRegistration } from '../../../../services/payments/src/purchases/buy-credits-for-registration.ts';
import { payingForRegistration } from '../../../../services/payments/src/purchases/pay-for-registration.ts';
import { purchaseRpcs } from '../../../../services/payments/src/purchases/rpc.ts';
import { lookUpRefundsJob } from '../../../../services/payments/src/refunds/given-up/look-up-refunds.ts';
import { refundJob } from '../../../../services/payments/src/refunds/make-refunds.ts';
import { repairJob } from '../../../../services/payments/src/refunds/repair-payments.ts';
import { cancelRegistrationProcess } from '../../../../services/registration/src/booking/cancelling/cancel-registration.ts';
import { buyExamProcess } from '../../../../services/registration/src/booking/purchases/buy-exam.ts';
import { expirePendingRegistrationsJob } from '../../../../services/registration/src/booking/purchases/expire-pending-registrations.ts';
import { registerAndBookProcess } from '../../../../services/registration/src/booking/purchases/register-and-book.ts';
import { registerExamProcess } from '../../../../services/registration/src/booking/purchases/register-exam.ts';
import { sessionRpcs } from '../../../../services/registration/src/booking/session-booking/rpc.ts';
import { releaseHoldsJob } from '../../../../services/registration/src/capacity/seats/release-holds.ts';
import { assignSpecialPlacesJob } from '../../../../services/registration/src/capacity/seats/special-places/special-places.ts';
import { findSubject as findInRegistration } from '../../../../services/registration/src/projections/find-subject.ts';
import { projectionRpcs } from '../../../../services/registration/src/projections/rpc.ts';
import { registrationRpcs } from '../../../../services/registration/src/records/registrations/rpc.ts';
import { calendarRpcs } from '../../../../services/registration/src/sessions/calendar/rpc.ts';
import { callOffProcess } from '../../../../services/registration/src/sessions/calling-off/call-off-session.ts';
import { moveProcess } from '../../../../services/registration/src/sessions/moving-sessions/move-session.ts';
import { sessionRunRpcs } from '../../../../services/registration/src/sessions/session-operations/rpc.ts';
import { keepLinesJob } from '../../../../services/registration/src/sessions/waiting-list-commands/keep-lines.ts';
import { offerSeatsJob } from '../../../../services/registration/src/sessions/waiting-list-commands/offer-seats.ts';
import { waitingListRpcs } from '../../../../services/registration/src/sessions/waiting-list-commands/rpc.ts';

/** A service of the product, assembled as in its main.ts. */
export interface Service {
  readonly rpcs: readonly RpcSet[];
  readonly findSubject: FindSubject;
  // biome-ignore lint/suspicious/noExplicitAny: a list of processes of any input and answer
  readonly processes: Process<any, any>[];
  readonly jobs: (db: Database) => Job[];
}

/** The services that really run, as far as purchases, seats, waiting lists and refunds need. */
export const SERVICES = {
  registration: {
    rpcs: [
      registrationRpcs,
      sessionRpcs,
      waitingListRpcs,
      calendarRpcs,
      sessionRunRpcs,
      projectionRpcs,
    ],
    findSubject: findInRegistration,
    processes: [
      registerExamProcess,
      buyExamProcess,
      registerAndBookProcess,
      cancelRegistrationProcess,
      callOffProcess,
      moveProcess,
    ],
    jobs: (db) => [
      expirePendingRegistrationsJob(db),
      releaseHoldsJob(db),
      assignSpecialPlacesJob(db),
      offerSeatsJob(db),
      keepLinesJob(db),
    ],
  },
  payments: {
    rpcs: [creditRpcs, purchaseRpcs, chargeRpcs, feeRpcs],
    findSubject: findInPayments,
    processes: [buyingCredits, buyingForRegistration, payingForRegistration, payingFees],
    jobs: (db) => [repairJob(db), refundJob(db), lookUpRefundsJob(db)],
  },
} satisfies Record<string, Service>;

export type ServiceName = keyof typeof SERVICES | 'around';
