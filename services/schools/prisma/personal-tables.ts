// How exports and blanking treat each column about students, generated from schema.prisma by
// `npm run generate`.

export const personalTables = {
  bulk_exam: {
    run_id: 'kept',
    student_id: 'kept',
    exam_id: 'kept',
    place: 'kept',
    registration_id: 'kept',
    result: 'kept',
    subject: 'kept',
    vendor_name: 'kept',
    credits: 'kept',
    additional_charge_cents: 'kept',
    is_offered: 'kept',
    balance_taken: 'kept',
    credits_used: 'kept',
    charged_cents: 'kept',
  },
  bulk_student: {
    run_id: 'kept',
    student_id: 'kept',
    cc_id: 'blanked',
    agreed_cents: 'kept',
    charged_cents: 'kept',
    credits_used: 'kept',
    cohort: 'kept',
    step: 'kept',
    place: 'kept',
    pay_asked_at: 'kept',
    error: 'kept',
  },
} as const;
