import { errorsOf } from '@portal/kit/errors';
import { identityErrors } from '@portal/proto/errors/identity';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(identityErrors);
