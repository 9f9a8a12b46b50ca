import { conflict } from '@portal/kit/errors';

/** Refusals of the waiting list, with the sentences of the office's spec (C-O18 to C-O21). */
export const waitingErrors = {
  hasPlaces: () => conflict('has_places', 'This session has places. You can book it now.'),
  alreadyWaiting: () => conflict('already_waiting', 'You are already on this waiting list.'),
  tooMany: () =>
    conflict('too_many_waiting', 'You can wait for 3 sessions for one exam and for 10 in all.'),
  closed: () => conflict('waiting_closed', 'The waiting list of this session is closed.'),
  noList: () => conflict('no_waiting_list', 'This session has no waiting list.'),
  ended: () => conflict('already_ended', 'This is no longer open.'),
  offerOver: () =>
    conflict('offer_over', 'This offer has expired. You are no longer on the waiting list.'),
  noOffer: () => conflict('no_offer', 'There is no offer to answer.'),
  noFreeSeat: () => conflict('no_free_seat', 'There is no free place to offer.'),
};
