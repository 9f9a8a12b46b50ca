// Every error of the schools service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const schoolsErrors = {
  amount_changed: { status: 409, detail: 'The amount has changed. Please check it and try again.' },
  charge_pending: {
    status: 409,
    detail:
      'Another payment of this school is being processed. Please do not pay again; ' +
      'check the account in a few minutes.',
  },
  price_not_set: {
    status: 409,
    detail: 'Prices are not set yet. Please call the office.',
  },
  range_too_long: { status: 422, detail: 'Please choose a shorter time.' },
  run_in_progress: {
    status: 409,
    detail: 'Another registration of this school is being processed.',
  },
  run_not_found: { status: 404, detail: 'Not found.' },
  school_balance_too_low: { status: 409, detail: null },
  school_not_charged: { status: 409, detail: 'This school does not have an account.' },
  school_not_found: { status: 404, detail: 'No school found' },
  session_closed: { status: 409, detail: 'The session is closed.' },
  session_not_found: { status: 404, detail: 'This session was not found.' },
  student_not_allowed: { status: 422, detail: 'Some students cannot be registered.' },
} as const;
