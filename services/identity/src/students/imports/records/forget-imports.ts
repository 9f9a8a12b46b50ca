import type { Database } from '@portal/kit/database/database';
import type { Job } from '@portal/kit/jobs/jobs';

/**
 * Deletes personal data of imports: a table whose columns were not chosen after an hour, cells
 * after 24 hours, and the outcomes of rows after 90 days.
 */
export function forgetImportsJob(db: Database): Job {
  return {
    name: 'forget imports',
    everySeconds: 600,
    async run() {
      await db.run`
        DELETE FROM student_import
        WHERE holds_cells AND started_at IS NULL
          AND uploaded_at < statement_timestamp()
            - CASE WHEN mapping IS NULL THEN interval '1 hour' ELSE interval '24 hours' END`;
      await db.run`
        UPDATE student_import_row SET cells = NULL
        WHERE import_id IN (SELECT id FROM student_import
          WHERE holds_cells AND uploaded_at < statement_timestamp() - interval '24 hours')`;
      await db.run`
        UPDATE student_import SET holds_cells = false
        WHERE holds_cells AND uploaded_at < statement_timestamp() - interval '24 hours'`;
      await db.run`
        DELETE FROM student_import_row
        WHERE import_id IN (SELECT id FROM student_import
          WHERE started_at < statement_timestamp() - interval '90 days')`;
    },
  };
}
