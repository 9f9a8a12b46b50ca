import type { PersonalTables } from '@portal/kit/personal-data/personal-columns';

/** The data about students in this service, column by column. */
export const personalTables: PersonalTables = {
  about: {
    bulk_student: {
      kept: `run_id student_id agreed_cents charged_cents credits_used cohort step place
        pay_asked_at error`,
      blanked: 'cc_id',
    },
    bulk_exam: {
      kept: `run_id student_id exam_id place registration_id result subject vendor_name credits
        additional_charge_cents is_offered balance_taken credits_used charged_cents`,
    },
  },
  // the ledger is the school's, its comments too
  others: `balance_entry balance_line bulk_run paying_school school school_balance balance_figure
      balance_settings`,
};
