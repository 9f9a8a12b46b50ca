import { errorsOf } from '@portal/kit/errors';
import {
  calendarErrors,
  registrationErrors,
  sessionDayErrors,
} from '@portal/proto/errors/registration';

/** An error of this service by its code, with the status and sentence of the table. */
export const domainError = errorsOf(registrationErrors);

/** The same of the office's calendar. */
export const calendarError = errorsOf(calendarErrors);

/** The same of a session's day. */
export const sessionDayError = errorsOf(sessionDayErrors);
