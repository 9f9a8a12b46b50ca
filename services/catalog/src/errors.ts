import { errorsOf } from '@portal/kit/errors';
import { catalogErrors, catalogueImportErrors } from '@portal/proto/errors/catalog';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(catalogErrors);

/** An error of a table that the office brings, by its code. */
export const importError = errorsOf(catalogueImportErrors);
