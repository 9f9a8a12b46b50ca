// Every error of the payments service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const paymentsErrors = {
  action_not_allowed: { status: 409, detail: 'This cannot be mended this way.' },
  already_mended: { status: 409, detail: 'This difference has been mended.' },
  ach_not_available: { status: 422, detail: 'ACH not available' },
  amount_changed: { status: 409, detail: 'The amount has changed. Please check it and try again.' },
  buying_disabled: { status: 403, detail: 'Please call the office to buy credits.' },
  card_data_refused: {
    status: 400,
    detail: ['Card numbers are not accepted here.', 'Account numbers are not accepted here.'],
  },
  card_declined: { status: 402, detail: 'There was a problem charging your card.' },
  card_expired: { status: 409, detail: 'This card has expired. Please choose another card.' },
  card_fields_invalid: { status: 422, detail: null },
  card_in_use: {
    status: 409,
    detail: 'A payment with this card is not finished yet. Please try again in a few minutes.',
  },
  card_partly_approved: { status: 402, detail: null },
  card_refused: { status: 402, detail: 'There was a problem adding your card' },
  charge_not_found: { status: 404, detail: 'This charge was not found.' },
  charge_not_settled: {
    status: 409,
    detail: 'This charge is not settled yet. Please try again tomorrow.',
  },
  charge_pending: {
    status: 409,
    detail: [
      'A payment for this is being checked. Please do not pay again; ' +
        'check your account in a few minutes.',
      'The card processor is reviewing a payment for this, which may take several days. ' +
        'Please do not pay again.',
    ],
  },
  charge_unknown: {
    status: 502,
    detail: [
      'We could not confirm the payment. Please do not pay again; ' +
        'check your account in a few minutes.',
      'The card processor is reviewing this payment, which may take several days. ' +
        'Please do not pay again.',
      'The refund is being checked. Please do not repeat it.',
    ],
  },
  credits_returned: {
    status: 409,
    detail: 'The credits of this registration were given back already.',
  },
  day_not_over: { status: 422, detail: 'This day is not over.' },
  difference_not_found: { status: 404, detail: 'This difference was not found.' },
  exam_not_found: { status: 404, detail: 'This exam does not exist.' },
  malformed: { status: 400, detail: 'The number of credits must be above 0.' },
  no_payment_method: { status: 422, detail: 'Please enter your payment details.' },
  not_compared: { status: 409, detail: 'This day has not been compared yet.' },
  not_enough_credits: { status: 409, detail: 'You do not have enough credits for this exam.' },
  not_refundable: { status: 409, detail: 'This charge cannot be refunded.' },
  package_inactive: { status: 409, detail: 'This package is no longer offered.' },
  package_not_for_student: {
    status: 422,
    detail: 'This package is for students of another program.',
  },
  package_not_found: { status: 404, detail: 'This package does not exist.' },
  package_not_refundable: { status: 409, detail: 'This package cannot be refunded.' },
  partner_failed: {
    status: 502,
    detail: 'The card processor could not be asked. Please try again.',
  },
  payment_method_not_found: { status: 404, detail: 'This card is not saved.' },
  payment_not_found: { status: 404, detail: 'This payment was not found.' },
  payment_to_unknown: { status: 422, detail: '"PaymentTo" not recognized.' },
  price_not_set: {
    status: 409,
    detail: 'Prices are not set yet. Please call the office.',
  },
  range_too_long: { status: 422, detail: 'Please choose a shorter time.' },
  refund_failed: { status: 502, detail: null },
  refund_too_large: { status: 422, detail: null },
  registration_denied: { status: 403, detail: 'Student is denied registration' },
  request_in_progress: { status: 409, detail: 'This request is still being worked on.' },
  running: { status: 409, detail: 'This day is being compared now.' },
  signed: { status: 409, detail: 'This day is signed.' },
  still_open: { status: 409, detail: null },
  student_not_found: { status: 404, detail: 'No student found' },
  tech_support_only: {
    status: 403,
    detail: [
      'Only tech support can refund this charge.',
      'Only tech support can refund this package.',
    ],
  },
  too_few_credits: { status: 422, detail: null },
  too_many_cards: { status: 409, detail: 'No more than 10 cards can be saved.' },
} as const;

/** Of charges for seminary study, where a method may be missing although the request was right. */
export const studyChargeErrors = {
  no_payment_method: { status: 409, detail: 'Please enter your payment details.' },
  delivery_not_found: { status: 404, detail: 'Not found.' },
  delivery_not_over: { status: 409, detail: 'This one is still being sent.' },
  webhook_off: { status: 409, detail: 'This address is switched off.' },
} as const;
