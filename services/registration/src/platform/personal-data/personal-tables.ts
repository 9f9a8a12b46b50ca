import type { PersonalTables } from '@portal/kit/personal-data/personal-columns';

/** The stored columns about students, and how exports and blanking treat them. */
export const personalTables: PersonalTables = {
  about: {
    student_copy: {
      kept: `
          id version gender membership_type_id college_id school_id cohort is_denied enrolled_at
          buying_barred_until booking_barred_until closed_at`,
      blanked: 'first_name last_name email phone accommodations',
    },
    student_programs_copy: { kept: 'student_id program_ids read_at' },
    student_session: {
      kept: 'session_id student_id minutes_left exams takes special_wanted_at',
    },
    attendance: {
      kept: 'session_id student_id state at',
      hidden: 'recorded_by',
    },
    registration: {
      kept: `
          id student_id exam_id exam_group status created_at cancelled_at cancel_reason is_retake
          run_id session_id session_type branch_id session_minutes calendar_sequence
          admin_cancel_session_id admin_cancel_session_date admin_cancel_session_reason_code
          paid_at credits_spent free_seminary_retake package_type_ids packages_known
          proctor_fee_cents usual_proctor_fee_cents additional_charge_cents no_additional_fees
          additional_paid_cents additional_refunded_cents give_back_due_at given_back_at
          charge_school is_free_school_registration is_old_system vendor_approved_retake
          vendor_approved_retake_with_fee retake_payment_id exam_to_course seminary_redemption_date
          proctor_reserved online_access online_exam_started online_exam_completed
          online_exam_redirect online_exam_taken_override resume_until online_program_started
          online_program_completed assignments_started assignments_completed taken_on arrived_back
          paper_exam_uploaded batch_id grade grade_comment graded_on is_passed held_grade
          held_grade_comment reopened_at access_cleared_at moved_session_id`,
      blanked: 'proctor_uuid',
    },
    online_sitting: {
      kept: `
          registration_id proctor_reserved online_access online_exam_started online_exam_completed
          online_exam_redirect online_exam_taken_override resume_until reopened_at
          access_cleared_at`,
      blanked: 'proctor_uuid',
    },
    exam_result: {
      kept: `
          registration_id taken_on arrived_back paper_exam_uploaded batch_id grade grade_comment
          graded_on held_grade held_grade_comment is_passed`,
    },
    registration_log: {
      kept: `
          id registration_id at actor_kind from_status to_status from_session_id to_session_id
          reason`,
      hidden: 'actor_id actor_name',
    },
    proctor_payment: {
      kept: 'id registration_id payment_id cents state session_id created_at',
    },
    fee_payment: {
      kept: 'payment_id registration_id proctor_cents additional_cents recorded_at',
    },
    seat_hold: {
      kept: 'session_id student_id registration_id held_until special waiting_id',
    },
    study_materials_sent: { kept: 'id student_id exam_id sent_at' },
    start_token: { hidden: 'token_hash registration_id created_at ended_at' },
    partner_report: {
      kept: 'partner event_id registration_id kind reported_at had_effect received_at',
      blanked: 'comment',
    },
    partner_poll: { hidden: 'registration_id asked_at' },
    assignment: {
      kept: `
          id registration_id vendor_assignment_id position name description uploaded_at graded_at`,
      blanked: 'file_name',
    },
    hand_in: {
      kept: 'id registration_id vendor_assignment_id asked_at look_at',
      blanked: 'file_name',
    },
    paper_scan: { blanked: 'registration_id file_id inner_name' },
    session_reminder: { kept: 'registration_id session_id reminded_at' },
    system_check: {
      blanked: 'student_id checked_at device browser camera microphone network screen',
    },
    calendar_feed: {
      blanked: 'id student_id location_id created_at last_read',
      secret: 'secret_hash',
      hidden: 'user_id',
    },
    session_alert: { blanked: 'student_id location_id asked_at' },
    session_run_exam: {
      kept: `
          run_id registration_id student_id outcome refund_payment_id refund_cents refunded_cents
          refund_open`,
    },
    waiting_entry: {
      kept: `
          id session_id registration_id student_id state place needs_special by_staff joined_at
          offered_at offer_until charge_begun_at skipped ended_at ended_why`,
    },
  },
  // the person of a shipped session is whom it is sent to; a file of papers is of several students
  others: `
      exam_copy location_copy room_copy school_copy price_copy copy_source session session_room
      batch batch_file session_run waiting_settings figure_change registration_figure result_figure
      figure_count`,
};
