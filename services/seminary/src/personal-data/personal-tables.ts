import type { PersonalTables } from '@portal/kit/personal-data/personal-columns';

/** The data about students in this service, column by column. */
export const personalTables: PersonalTables = {
  about: {
    seminary_student: {
      kept: `id seminary_id seminary_year student_id redeemed_exams redeemed_at created_at
        release_told_at`,
      blanked: `first_name last_name email phone last4_ssn dob address city state zip country
          seminary_phone seminary_email jse_id tal_student_id`,
      hidden: 'created_by redeeming tell_at tell_tries tal_id_sent_at',
    },
    seminary_exam: {
      kept: `id seminary_student_id exam_id actual_taken_date taken_date grade grade_comment
        registration_id created_at paper_sent_at`,
      blanked: 'file_key tal_reference',
      hidden: 'follow_at follow_tries',
    },
    paper_file: {
      blanked: 'id name type size uploaded_at',
      secret: 'sha256 content uploaded_by',
    },
    student_program: {
      kept: 'id student_id program_id year state amount_due_cents joined_at',
      blanked: 'tti_student_id partner_id',
      hidden: 'busy_with join_wanted leave_wanted follow_at follow_tries',
    },
    study_payer: {
      blanked: 'tti_student_id account method_type last4 told_partner_at',
      secret: 'follow_at',
    },
    study_payment: {
      kept: `id student_program_id amount_cents gateway method last4 paid_at payment_id refund_of
        reference transaction_id refund_id settled_cents made_at`,
      blanked: 'partner_id',
      hidden: 'told_partner_at charged_by look_at said_by',
    },
  },
  others: 'program seminary',
};
