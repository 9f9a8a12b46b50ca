// Every error of the identity service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const identityErrors = {
  account_closed: { status: 403, detail: 'Your account is closed. Please call the office.' },
  account_disabled: { status: 403, detail: 'Please call the office.' },
  accommodation_not_found: { status: 404, detail: 'Not found.' },
  already_barred: { status: 409, detail: 'There is already a bar with these levels.' },
  already_decided: { status: 409, detail: 'This has been decided.' },
  already_lifted: { status: 409, detail: 'This bar has been lifted.' },
  already_signed_up: {
    status: 409,
    detail: 'You have already signed up. Please log in, or reset your password.',
  },
  bar_not_found: { status: 404, detail: 'Not found.' },
  bot_check_down: { status: 502, detail: 'The check did not answer. Please try again.' },
  bot_check_needed: { status: 403, detail: 'Please confirm that you are not a robot.' },
  changed: { status: 409, detail: 'This was changed meanwhile. Please look again.' },
  duplicate_student: {
    status: 409,
    detail: 'A student already exists with the given SSN and date of birth.',
  },
  email_locked: {
    status: 409,
    detail: 'The student uses this email address to log in to the portal. Continue anyway?',
  },
  email_mismatch: {
    status: 422,
    detail: 'This email address does not match our records. Please call the office.',
  },
  email_taken: {
    status: 409,
    detail: ['Please call the office.', 'This email address is already in the JSE database.'],
  },
  identity_mismatch: { status: 422, detail: 'These details do not match this account.' },
  invalid_credentials: {
    status: 422,
    detail: ['The user name or password is not correct.', 'The email or password is not correct.'],
  },
  invitation_invalid: { status: 422, detail: 'This link is not valid. Please call the office.' },
  last_tech_support: {
    status: 409,
    detail: 'This is the last tech support account that can log in.',
  },
  login_name_taken: { status: 409, detail: 'This login name already exists.' },
  malformed: { status: 400, detail: 'An id is needed.' },
  not_author: { status: 403, detail: 'Only its author can change a note.' },
  note_not_found: { status: 404, detail: 'Not found.' },
  note_old: { status: 409, detail: 'A note can be changed for 24 hours. Add a new one.' },
  office_only: { status: 403, detail: 'You are not allowed to do this.' },
  own_account: { status: 409, detail: 'You cannot change your own account.' },
  password_wrong: { status: 422, detail: 'Your current password is not correct.' },
  proof_missing: { status: 403, detail: 'This link is no longer valid. Please request a new one.' },
  role_not_grantable: { status: 403, detail: 'You cannot give this role.' },
  school_not_found: { status: 404, detail: 'No school found' },
  no_filter: { status: 422, detail: 'Please fill in at least one field.' },
  student_not_found: {
    status: 404,
    detail: [
      'We could not find a student with these details. Please call the office.',
      'No student found',
    ],
  },
  token_invalid: { status: 422, detail: 'This link is no longer valid. Please request a new one.' },
  user_not_found: { status: 404, detail: 'Not found.' },
  too_many_pinned: { status: 409, detail: 'At most 3 notes can be pinned.' },
  too_many_tries: { status: 429, detail: 'Too many tries. Please try again later.' },
  rotation_running: { status: 409, detail: null },
  too_many_webhooks: { status: 409, detail: 'At most 10 addresses.' },
  url_not_allowed: { status: 422, detail: 'This address is not allowed.' },
  webhook_not_found: { status: 404, detail: 'Not found.' },
} as const;
