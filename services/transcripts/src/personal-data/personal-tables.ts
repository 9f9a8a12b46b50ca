import type { PersonalTables } from '@portal/kit/personal-data/personal-columns';

/** The data about students in this service, column by column. */
export const personalTables: PersonalTables = {
  about: {
    exam_result: {
      kept: `id student_id vendor_id exam_id registration_id course_number subject credits
        taken_date is_online result score received_at`,
      blanked: 'vendor_reference',
    },
    transcript_request: {
      kept: `id student_id vendor_group state pending_override requested_at answered_at exam_codes
        unsure`,
      blanked: 'recipient partner_reference reference',
      hidden: 'requested_by',
    },
    vendor_ask: {
      kept: 'student_id vendor day answered_at',
      hidden: 'next_try_at tries',
    },
    tal_invoice_line: {
      kept: `invoice_id line student_id exam_result_id course_number amount_cents matched exam_day
        registration_id seminary_exam_id`,
      blanked: 'tal_student_id',
      hidden: 'reason',
    },
  },
  // an invoice is TAL's, and its file is of many students
  others: 'result_day tal_invoice tal_invoice_file',
};
