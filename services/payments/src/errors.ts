import { errorsOf } from '@portal/kit/errors';
import { paymentsErrors, studyChargeErrors } from '@portal/proto/errors/payments';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(paymentsErrors);

/** An error of a charge for seminary study. */
export const studyChargeError = errorsOf(studyChargeErrors);
