/**
 * What is done with the columns of a table with rows about students; each is in one of the lists,
 * names with blanks between them. A test compares them with the tables, so that a new column is in
 * no export, and is not forgotten when a person is blanked, by accident.
 */
export interface PersonalColumns {
  /** In exports; stays when the person is blanked. */
  kept?: string;
  /** In exports; removed when the person is blanked. */
  blanked?: string;
  /** As blanked, but in exports for the office alone. */
  office?: string;
  /** In no export: proofs, files, forms for search. Removed when the person is blanked. */
  secret?: string;
  /** In no export: other people's data, and internal state of the program. Not deleted. */
  hidden?: string;
}

/** The tables of a service. */
export interface PersonalTables {
  about: Readonly<Record<string, PersonalColumns>>;
  /** Tables without rows about students, with blanks between them. */
  others: string;
}

export const wordsOf = (list = ''): string[] => list.split(/\s+/).filter((word) => word !== '');

/** Names of the columns that an export shows. */
export const exportedColumns = (columns: PersonalColumns, forOffice: boolean): string[] => [
  ...wordsOf(columns.kept),
  ...wordsOf(columns.blanked),
  ...(forOffice ? wordsOf(columns.office) : []),
];

/** What every service has beside its own tables. */
export const kitTables: PersonalTables = {
  about: {
    audit: {
      kept: 'id at actor_kind op table_name row_id student_id',
      blanked: 'change origin',
      hidden: 'actor_id actor_name request_id',
    },
    mail: {
      kept: 'created_at sent_at',
      blanked: 'recipient subject',
      // links that sign in, and codes
      secret: 'body_text body_html attachments',
      hidden: 'id key attempts next_try_at dead_at trace_parent',
    },
  },
  // answers to browsers and states of processes go by themselves, answers of processes lose their
  // words (`blank-answers.ts`); events hold ids alone
  others:
    'idempotency inbox dead_letter inbox_set_aside outbox outbox_stream process webhook_address ' +
    'webhook_delivery webhook_attempt _prisma_migrations',
};
