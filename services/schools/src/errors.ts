import { errorsOf } from '@portal/kit/errors';
import { schoolsErrors } from '@portal/proto/errors/schools';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(schoolsErrors);
