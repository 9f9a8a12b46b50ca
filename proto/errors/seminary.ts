// Every error of the seminary service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const seminaryErrors = {
  already_redeemed: {
    status: 409,
    detail: 'The exams of this student were already redeemed or discarded.',
  },
  amount_changed: { status: 409, detail: null },
  charge_pending: {
    status: 409,
    detail: [
      'A payment for this is being checked. Please do not pay again; ' +
        'check your account in a few minutes.',
      'A payment of this student is being worked on. Please try again in a few minutes.',
    ],
  },
  duplicate_seminary_student: {
    status: 409,
    detail: 'A seminary student with this SSN and date of birth already exists.',
  },
  email_in_use: { status: 409, detail: 'This email address is already in the JSE database.' },
  exam_exists: { status: 409, detail: 'This exam was already uploaded.' },
  no_interest: { status: 404, detail: 'Seminary study program interest not found' },
  no_redeemable_exams: { status: 409, detail: 'Student has no redeemable exams.' },
  not_enough_credits: { status: 409, detail: null },
  pending_grade: { status: 409, detail: 'There are pending grades' },
  too_early: { status: 409, detail: null },
  untaken_registrations: {
    status: 409,
    detail:
      'The student has untaken JSE registrations for the same exams that you want to redeem. ' +
      'Please cancel those before redeeming the seminary exams.',
  },
  wrong_type: {
    status: 415,
    detail: 'This kind of file is not accepted. Please use PDF, JPG or PNG.',
  },
  wrong_student: {
    status: 409,
    detail:
      'Wrong student. The student in the JSE database does not match the student in seminary ' +
      'testing. Please contact your administrator.',
  },
  no_payments: { status: 404, detail: 'No payments found for student.' },
  no_student: { status: 404, detail: 'No student found' },
  not_refundable: { status: 409, detail: null },
  not_woodmont: { status: 422, detail: 'This is not a Woodmont student' },
  nothing_due: { status: 409, detail: null },
  other_student: { status: 403, detail: 'You can only do this for your own account.' },
  partner_failed: {
    status: 502,
    detail: 'TTI cannot be reached at the moment. Please try again later.',
  },
  payment_to_unknown: { status: 422, detail: '"PaymentTo" not recognized.' },
  read_only: { status: 422, detail: 'SSN and date of birth cannot be changed.' },
  refund_too_large: {
    status: 422,
    detail: 'Refund amount cannot be more than the original refund amount.',
  },
  seminary_student_not_found: { status: 404, detail: 'Not found.' },
  registration_denied: { status: 403, detail: 'Student is denied registration' },
  student_id_required: { status: 400, detail: 'StudentId is required.' },
} as const;
