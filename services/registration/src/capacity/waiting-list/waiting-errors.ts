import { errorsOf, type RefusalExtra } from '@portal/kit/errors';
import { waitingListErrors } from '@portal/proto/errors/registration';

const waitingError = errorsOf(waitingListErrors);

/** Refusals of the waiting list, with the sentences of the office's spec (C-O18 to C-O21). */
export const waitingErrors = {
  notFound: () => waitingError('waiting_not_found'),
  hasPlaces: () => waitingError('has_places'),
  alreadyWaiting: () => waitingError('already_waiting'),
  tooMany: () => waitingError('too_many_waiting'),
  closed: () => waitingError('waiting_closed'),
  noList: () => waitingError('no_waiting_list'),
  ended: () => waitingError('already_ended'),
  offerOver: () => waitingError('offer_over'),
  noOffer: () => waitingError('no_offer'),
  noFreeSeat: () => waitingError('no_free_seat'),
  reasonRequired: () => waitingError('reason_required'),
  /** Why the student could not sit there, in the words of the booking. */
  mayNotSit: (detail: string) => waitingError('may_not_sit', detail),
  /** The fees due first, in cents: in all, and the proctor fee of it. */
  feesDue: ({ expected = 0, proctorFee = 0 }: RefusalExtra, offerUntil: Date) =>
    waitingError(
      'fees_due',
      expected === proctorFee ? 'Please pay the proctor fee first.' : 'Please pay the fees first.',
      { expected, proctorFee, offerUntil: offerUntil.toISOString() },
    ),
};
