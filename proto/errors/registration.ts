// Every error of the registration service that is a rule's or a partner's no: the status, and the
// sentence a person reads. A list holds the sentences that one code can have; null: made where it
// is thrown.
export const registrationErrors = {
  no_room_for_accommodation: {
    status: 409,
    detail: 'This session has no room for your accommodations. Please call the office.',
  },
  session_too_short: {
    status: 409,
    detail:
      'This session is too short for your accommodations. Please choose an earlier one or call ' +
      'the office.',
  },
  admin_only_exam: { status: 403, detail: 'This exam can be booked only through the office.' },
  already_cancelled: { status: 409, detail: 'This exam is already cancelled.' },
  already_registered: { status: 409, detail: 'You are already registered for this exam.' },
  already_started: { status: 409, detail: 'This exam has already been started.' },
  amount_changed: { status: 409, detail: 'The amount has changed. Please check it and try again.' },
  assignment_graded: { status: 409, detail: 'This assignment is graded and cannot be replaced.' },
  assignment_not_found: { status: 404, detail: 'This assignment was not found.' },
  booking_not_found: { status: 404, detail: 'This booking was not found.' },
  call_office: { status: 403, detail: 'Please call the office to book this session.' },
  charged_school: {
    status: 403,
    detail: 'Exams of this school can be cancelled only by tech support.',
  },
  course_not_completed: {
    status: 409,
    detail: [
      'The course must be completed before the exam.',
      'The course must be completed before the exam is scheduled.',
    ],
  },
  course_started: { status: 409, detail: 'A course that has been started cannot be cancelled.' },
  course_time_over: {
    status: 409,
    detail: [
      'The assignments had to be handed in within 6 months.',
      'The exam had to be taken within 6 months of the start of the course.',
    ],
  },
  cp_session_over: {
    status: 403,
    detail: 'The session of this exam is over. Only tech support can cancel it.',
  },
  exam_completed: { status: 409, detail: 'This exam is completed.' },
  exam_disqualified: {
    status: 409,
    detail: 'This exam was disqualified. A retake must be bought.',
  },
  exam_graded: { status: 409, detail: 'This exam has a grade or is in a batch.' },
  exam_not_completed: { status: 409, detail: 'This exam is not marked as completed.' },
  exam_not_found: { status: 404, detail: 'This exam is not available.' },
  exam_not_started: { status: 409, detail: 'This exam has not been started online.' },
  exam_started: {
    status: 409,
    detail: ['This exam has been started and cannot be cancelled.', 'This exam has been started.'],
  },
  fees_due: { status: 409, detail: 'Please pay the fees first.' },
  feed_exists: { status: 409, detail: 'There is already a feed.' },
  feed_not_found: { status: 404, detail: 'This calendar feed is not in force.' },
  file_rows_invalid: { status: 422, detail: null },
  grace_period_over: {
    status: 409,
    detail: 'The 24 hours in which this exam could be resumed are over.',
  },
  location_not_found: { status: 404, detail: 'No location found' },
  malformed: { status: 400, detail: 'A file is needed.' },
  no_assignments: { status: 409, detail: 'This exam has no assignments.' },
  no_course: { status: 409, detail: 'This exam has no course that could be started.' },
  no_course_version: { status: 409, detail: 'This exam has no course version.' },
  no_email: { status: 409, detail: 'There is no email address on record. Please call the office.' },
  no_online_access: {
    status: 409,
    detail: ['There is no online access to clear.', 'The proctor has not let you in yet.'],
  },
  no_proctor_booking: {
    status: 409,
    detail: 'There is no booking at the proctoring service for this exam.',
  },
  no_session: { status: 409, detail: 'No session is booked for this exam.' },
  no_study_materials: { status: 404, detail: 'There are no study materials for this exam.' },
  no_taken_exam: { status: 409, detail: 'The student has not taken this exam.' },
  not_a_school_session: {
    status: 409,
    detail: 'This exam is not booked into a school or shipped session.',
  },
  not_online: { status: 409, detail: 'This exam cannot be taken online in this way.' },
  not_online_school: { status: 409, detail: 'This exam cannot be started online at this school.' },
  not_registered: {
    status: 403,
    detail: [
      'You are not registered for this course.',
      'Register for this exam to get its study materials.',
    ],
  },
  not_woodmont: { status: 422, detail: 'This is not a Woodmont student' },
  office_only: {
    status: 403,
    detail: [
      'Please call the office about this exam.',
      'Please call the office to cancel this exam.',
      'Please call the office to change this session.',
    ],
  },
  online_access_in_use: { status: 409, detail: 'Online access can no longer be cleared.' },
  online_only: { status: 409, detail: 'This exam can be taken only online.' },
  paper_only: { status: 409, detail: 'This exam can be taken only on paper.' },
  reason_required: { status: 422, detail: 'Please select a cancelling reason' },
  registration_closed: {
    status: 409,
    detail: [
      'The registration was not finished in time. Please try again.',
      'This exam is cancelled or taken already.',
    ],
  },
  registration_denied: { status: 403, detail: 'Student is denied registration' },
  registration_not_found: { status: 404, detail: 'This registration was not found.' },
  requirements_not_met: { status: 403, detail: 'You do not meet the requirements for this exam.' },
  same_session: { status: 409, detail: 'Original Session' },
  school_not_found: { status: 404, detail: 'No school found' },
  session_booked: {
    status: 409,
    detail: [
      'This exam was booked or changed meanwhile. Please try again.',
      'Please cancel your session first.',
    ],
  },
  session_booked_up: { status: 409, detail: 'Session booked up' },
  session_called_off: {
    status: 409,
    detail: 'This session was called off. Please choose another session.',
  },
  session_closed: { status: 409, detail: ['The session is closed.', 'Registration closed'] },
  session_date_closed: { status: 422, detail: 'This date is closed for new sessions.' },
  session_full: { status: 409, detail: 'Session full' },
  session_gender: {
    status: 409,
    detail: 'Students of the other gender are enrolled in this session.',
  },
  session_has_students: {
    status: 409,
    detail: 'This session has students and cannot be deleted.',
  },
  session_not_found: { status: 404, detail: 'This session was not found.' },
  session_not_open: {
    status: 409,
    detail: 'The exam can be started only between the start and the last date of the session.',
  },
  session_over: {
    status: 403,
    detail: 'The date of this session has passed. Only tech support can change it to online.',
  },
  signature_invalid: { status: 403, detail: 'The signature is not valid.' },
  staff_cannot_start: { status: 403, detail: 'Only the student can start an exam or a course.' },
  staff_cannot_upload: { status: 403, detail: 'Only the student can upload assignments.' },
  start_key_invalid: { status: 403, detail: 'This start link is not valid.' },
  student_not_found: { status: 404, detail: 'No student found' },
  time_overlap: { status: 409, detail: 'You have another exam at that time in another place.' },
  too_large: { status: 413, detail: 'The file is too large when it is unpacked.' },
  too_many_rows: {
    status: 422,
    detail: 'There are too many registrations. Please choose a shorter time.',
  },
  too_many_tries: { status: 429, detail: 'Too many mails in one hour. Please try again later.' },
  wrong_type: {
    status: 415,
    detail: 'This kind of file is not accepted. Please use CSV, XLSX, ZIP, PDF, JPG or PNG.',
  },
  proctor_failed: {
    status: 502,
    detail: 'There was an error loading your exam. Please try again.',
  },
  exam_platform_error: { status: 502, detail: 'Exam Platform Error' },
  program_platform_error: { status: 502, detail: 'Program Platform Error' },
  coopersmith_failed: {
    status: 502,
    detail: 'There was a problem connecting to your Coopersmith student record.',
  },
  untaken_registrations: {
    status: 409,
    detail:
      'The student has untaken JSE registrations for the same exams that you want to redeem. ' +
      'Please cancel those before redeeming the seminary exams.',
  },
} as const;

/** Errors of the office's calendar, where some codes have other statuses and sentences. */
export const calendarErrors = {
  called_off: { status: 409, detail: 'This session is already called off.' },
  day_left_out: { status: 409, detail: null },
  gender_taken: { status: 409, detail: null },
  has_started: { status: 409, detail: 'Exams have begun in this session.' },
  has_people: { status: 409, detail: 'Students are booked. Move the session instead.' },
  in_past: { status: 409, detail: 'The session would begin in the past.' },
  location_not_found: { status: 404, detail: 'No location found' },
  location_retired: { status: 409, detail: 'This branch is retired.' },
  one_exam_taken: { status: 409, detail: null },
  preview_outdated: {
    status: 409,
    detail: 'Something changed since the preview. Please look again.',
  },
  range_too_long: { status: 422, detail: 'Please choose a shorter time.' },
  room_taken: { status: 409, detail: null },
  room_too_small: { status: 409, detail: null },
  run_not_found: { status: 404, detail: 'Not found.' },
  school_not_found: { status: 404, detail: 'No school found' },
  seats_below_taken: { status: 409, detail: null },
  session_changed: { status: 409, detail: null },
  session_not_found: { status: 404, detail: 'This session was not found.' },
  session_over: { status: 409, detail: 'This session is over.' },
  special_taken: { status: 409, detail: null },
  series_empty: { status: 422, detail: 'No session is left.' },
  series_too_long: {
    status: 422,
    detail: 'A series has at most 200 sessions and 366 days.',
  },
  too_soon: { status: 409, detail: 'The new time must be at least 1 hour from now.' },
  too_many_sessions: { status: 422, detail: 'At most 400 sessions can be copied at once.' },
  delivery_not_found: { status: 404, detail: 'Not found.' },
  delivery_not_over: { status: 409, detail: 'This one is still being sent.' },
  webhook_off: { status: 409, detail: 'This address is switched off.' },
} as const;

/** Errors of a session's day: attendance, slips and walk-ins. */
export const sessionDayErrors = {
  code_not_genuine: { status: 422, detail: 'This code is not genuine.' },
  code_unreadable: { status: 422, detail: 'This code is not an admission slip.' },
  exam_taken: { status: 409, detail: null },
  no_seat: { status: 409, detail: null },
  no_slip: { status: 409, detail: 'There is no admission slip for this exam.' },
  not_in_session: { status: 422, detail: null },
  other_session: { status: 409, detail: null },
  session_not_found: { status: 404, detail: 'This session was not found.' },
  slip_over: { status: 409, detail: 'The session is over. Mark the student by hand.' },
  too_early: { status: 409, detail: 'Attendance opens 60 minutes before the start.' },
  too_late: { status: 409, detail: null },
  walk_in_closed: {
    status: 409,
    detail: 'Walk-ins are taken from 60 minutes before to 30 minutes after the start.',
  },
  was_present: { status: 409, detail: 'The student was marked as arrived.' },
} as const;

/** Errors of waiting lists, where some codes have other sentences. */
export const waitingListErrors = {
  already_ended: { status: 409, detail: 'This is no longer open.' },
  already_waiting: { status: 409, detail: 'You are already on this waiting list.' },
  fees_due: {
    status: 409,
    detail: ['Please pay the proctor fee first.', 'Please pay the fees first.'],
  },
  has_places: { status: 409, detail: 'This session has places. You can book it now.' },
  may_not_sit: { status: 409, detail: null },
  no_free_seat: { status: 409, detail: 'There is no free place to offer.' },
  no_offer: { status: 409, detail: 'There is no offer to answer.' },
  no_waiting_list: { status: 409, detail: 'This session has no waiting list.' },
  offer_over: {
    status: 409,
    detail: 'This offer has expired. You are no longer on the waiting list.',
  },
  reason_required: { status: 422, detail: 'Please give a reason.' },
  too_many_waiting: {
    status: 409,
    detail: 'You can wait for 3 sessions for one exam and for 10 in all.',
  },
  waiting_closed: { status: 409, detail: 'The waiting list of this session is closed.' },
  waiting_not_found: { status: 404, detail: 'This entry was not found.' },
} as const;
