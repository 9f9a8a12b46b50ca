import { z } from 'zod';

/** First line of a backup, as a comment of SQL. */
export const HEAD = '-- portal backup ';
/** Last line: without it the file was cut off. */
export const END = '-- complete ';

/** The description at the head of a backup. */
export const backupHead = z.object({
  service: z.string(),
  /** The moment of the snapshot that all rows are of. */
  at: z.iso.datetime({ offset: true }),
  /** Migrations that the database had, in order, with the checksums of their files. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Events of the snapshot: how far they were sent, and how many waited. */
  outbox: z.object({ lastSentAt: z.string().nullable(), waiting: z.number() }),
});
export type BackupHead = z.infer<typeof backupHead>;

/** Rows of each table that a backup holds. */
export const rowCounts = z.record(z.string(), z.number());
export type RowCounts = z.infer<typeof rowCounts>;

/** Prisma's own list of migrations, which a restored database makes for itself. */
export const MIGRATIONS = '_prisma_migrations';
