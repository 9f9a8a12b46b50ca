import type { PersonalTables } from '@portal/kit/personal-data/personal-columns';

/** The data about students in this service, column by column. */
export const personalTables: PersonalTables = {
  about: {
    student: {
      kept: `id gender college_id school_id cohort membership_type_id is_for_school is_tti_member
        denied_registration buying_stopped language buying_barred_until booking_barred_until
        sign_in_barred_until created_on last_change version`,
      blanked: `first_name last_name maiden_name dob last4_ssn email cellphone phone address city
          state zip country accommodations accommodations_approved_on jse_id tal_id ccc_id
          tti_student_id masped_id`,
      secret: 'first_name_key last_name_key maiden_name_key',
      hidden: 'accommodations_approved_by created_by last_change_by',
    },
    student_account: {
      blanked: 'student_id email disabled password_set_at email_confirmed_at',
      secret: 'password_hash',
    },
    token: {
      blanked: 'student_id type mailed_to created_at expires_at used_at replaced_at revoked_at',
      secret: 'id hash',
      hidden: 'staff_user_id',
    },
    invite: {
      kept: `id membership_type_id college_id school_id created_at expires_at used_at replaced_at
        student_id`,
      blanked: 'email first_name',
      secret: 'secret_hash',
      hidden: 'seminary_student_id invited_by',
    },
    student_note: {
      office: 'id student_id text pinned created_at edited_at',
      secret: 'author_id author',
    },
    struck_note: {
      office: 'id student_id text created_at edited_at struck_at',
      secret: 'author_id author struck_by',
    },
    student_bar: {
      kept: 'id student_id levels until set_at lifted_at',
      office: 'reason lift_reason',
      hidden: 'set_by_id set_by lifted_by_id lifted_by',
    },
    accommodation: {
      blanked: `id student_id kind percent minutes text valid_from valid_until state in_force
          from_form entered_at over_at version`,
      secret: 'approved_by approved_by_id',
    },
    accommodation_document: {
      blanked: 'accommodation_id name type uploaded_at',
      secret: 'content',
    },
    student_import_row: {
      kept: 'import_id row outcome student_id cohort_before cohort_set undo',
      blanked: 'text undo_text',
      secret: 'cells',
      hidden: 'choice match_id',
    },
    data_request: {
      kept: 'id student_id asked_at ready_at until',
      office: 'reason',
      hidden: 'for_office asked_by_id asked_by',
    },
    blanking: {
      kept: 'id student_id asked_at blank_on withdrawn_at begun_at done_at',
      office: 'reason',
      hidden: 'asked_by_id asked_by bar_id withdrawn_by',
    },
    data_request_part: { secret: 'request_id service tables' },
  },
  // the names of student_name belong to no single person; cells of imports go after a day, tries
  // are counted by hashes; what staff opened is theirs, by ids alone
  others: `college failed_try membership_type reset_request setting factor_setup pending_sign_in
      recovery_code remembered_device staff_factor staff_role staff_user used_bot_proof
      student_name webhook student_import opened_thing saved_filter`,
};
