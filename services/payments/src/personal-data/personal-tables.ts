import type { PersonalTables } from '@portal/kit/personal-data/personal-columns';

/** The data about students here, column by column. */
export const personalTables: PersonalTables = {
  about: {
    card: {
      blanked: 'cc_id student_id card_type last4 name exp_month exp_year saved_at removed_at',
      hidden: 'process_id',
    },
    card_customer: {
      blanked: 'student_id customer_profile_id created_at default_cc_id',
    },
    payment: {
      kept:
        'id invoice_number student_id school_id purpose amount_cents state lot_order ' +
        'card_type card_last4 transaction_id reason attempted_at captured_at account',
      blanked: 'tti_student_id cc_id customer_profile_id payer_first_name payer_email',
      hidden: 'process_id created_by asked_at sure_at held_at refund_lease_until',
    },
    charge: {
      kept:
        'id payment_id type_id description amount_cents held_cents refunded_cents ' +
        'registration_id refunded_at',
      hidden: 'last_change_by',
    },
    partial_approval: {
      hidden: 'transaction_id payment_id account approved_cents noted_at next_try_at voided_at',
    },
    refund: {
      kept:
        'id payment_id charge_id amount_cents cause invoice_number state transaction_id ' +
        'created_at done_at',
      hidden: 'error attempts next_try_at asked_at requested_by look_at',
    },
    payment_difference: {
      kept:
        'id day account kind state there_cents here_cents payment_id refund_id student_id ' +
        'found_at',
      hidden:
        'subject known moves transaction_id invoice_number action comment changed_by changed_at ' +
        'mend_id refund_invoice refund_asked_at refund_attempts refund_transaction_id',
    },
    money_entry: { kept: 'id at kind payment_id refund_id difference_id' },
    money_line: { kept: 'id entry_id account amount_cents charge_id' },
    lot: {
      kept:
        'id student_id source package_id package_name is_special_program ' +
        'seminary_study_tti_program_id seminary_year exams_allowed vendors_allowed ' +
        'proctor_fee_cents usual_proctor_fee no_additional_fees is_free_seminary_retake ' +
        'bought balance paid_cents payment_id school_id vendor_package_vendor_id ' +
        'is_study_abroad active refunded_at refund_message purchased_at free_school_id ' +
        'comes_with_lot_id refund_id',
      hidden: 'created_by',
    },
    credit_entry: {
      kept: 'id at student_id kind registration_id',
      hidden: 'made_by',
    },
    credit_line: { kept: 'id entry_id account lot_id credits' },
    spending: {
      kept:
        'registration_id student_id exam_id credits proctor_fee_cents no_additional_fees ' +
        'free_seminary_retake spent_at returned_at usual_proctor_fee_cents',
    },
    spending_line: { kept: 'registration_id lot_id credits' },
    student_copy: {
      kept:
        'id membership_type_id school_id denied_registration buying_stopped version ' +
        'is_tti_member buying_barred_until booking_barred_until closed_at',
    },
    study_customer: {
      blanked: 'tti_student_id account customer_profile_id created_at',
    },
    study_method: {
      blanked: 'id tti_student_id account profile_id type last4 kind name saved_at',
      hidden: 'process_id',
    },
  },
  others:
    'exam_copy package_copy price_copy school_copy settled_batch settled_day ' +
    'settled_transaction figure_change money_figure figure_count',
};
