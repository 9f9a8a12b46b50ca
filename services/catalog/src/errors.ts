import { errorsOf } from '@portal/kit/errors';
import { catalogErrors } from '@portal/proto/errors/catalog';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(catalogErrors);
