import { errorsOf } from '@portal/kit/errors';
import { transcriptsErrors } from '@portal/proto/errors/transcripts';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(transcriptsErrors);
