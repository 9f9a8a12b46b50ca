import { errorsOf } from '@portal/kit/errors';
import { seminaryErrors } from '@portal/proto/errors/seminary';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(seminaryErrors);
