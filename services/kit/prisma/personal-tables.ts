// How exports and blanking treat each column about students, generated from schema.prisma by
// `npm run generate`.

export const personalTables = {
  audit: {
    id: 'kept',
    at: 'kept',
    actor_kind: 'kept',
    actor_id: 'hidden',
    actor_name: 'hidden',
    op: 'kept',
    table_name: 'kept',
    row_id: 'kept',
    student_id: 'kept',
    change: 'blanked',
    request_id: 'hidden',
    origin: 'blanked',
  },
  mail: {
    id: 'hidden',
    key: 'hidden',
    recipient: 'blanked',
    subject: 'blanked',
    body_text: 'secret',
    body_html: 'secret',
    attachments: 'secret',
    attempts: 'hidden',
    next_try_at: 'hidden',
    created_at: 'kept',
    sent_at: 'kept',
    dead_at: 'hidden',
    trace_parent: 'hidden',
  },
} as const;
