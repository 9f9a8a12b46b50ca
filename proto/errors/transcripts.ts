// Every error of the transcripts service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const transcriptsErrors = {
  differs: { status: 409, detail: 'TAL has other data of this student.' },
  file_rows_invalid: { status: 422, detail: null },
  invoice_exists: { status: 409, detail: 'This invoice was already uploaded.' },
  malformed: { status: 400, detail: 'The file is empty.' },
  no_college: { status: 409, detail: 'No college on record' },
  no_exams: { status: 409, detail: 'Student did not take any exams' },
  partner_failed: {
    status: 502,
    detail: [
      'Error sending transcript request.',
      'Could not retrieve exams',
      'TAL did not answer. Please try again.',
    ],
  },
  pending_grades: { status: 409, detail: 'There are pending grades' },
  requested_recently: {
    status: 409,
    detail: 'A transcript was already requested in the last 24 hours.',
  },
  several_found: { status: 409, detail: 'TAL knows several students with these data.' },
  student_not_found: { status: 404, detail: 'No student found' },
  tal_id_missing: { status: 409, detail: 'TAL id is missing from student record' },
  too_large: { status: 413, detail: 'The file is too large when it is unpacked.' },
  unredeemed_seminary: { status: 409, detail: 'Student has unredeemed seminary exams' },
  wrong_assigned_id: {
    status: 409,
    detail: [
      'The assigned Coopersmith id is not known at Coopersmith',
      'The assigned Coopersmith id is missing from student record',
    ],
  },
  wrong_type: {
    status: 415,
    detail: [
      'This kind of file is not accepted. Please use CSV, XLSX or PDF.',
      'Please save it as XLSX.',
    ],
  },
} as const;
