import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { eachPage, type Row } from '@portal/kit/grpc/load-pages';

export interface LoadPage {
  /** By the columns of `exam_result`. */
  results: Row[];
}

/**
 * Writes a page of results as the vendors gave them long ago, in one transaction. A page that is
 * there is left as it is.
 */
export async function loadPage(db: Database, { results }: LoadPage): Promise<void> {
  await db.run`
    INSERT INTO exam_result (student_id, vendor_id, exam_id, registration_id, vendor_reference,
      course_number, subject, credits, taken_date, result, score, received_at)
    SELECT student_id, vendor_id, exam_id, registration_id, 'LOAD-' || registration_id,
      course_number, subject, credits, taken_date, result, score, received_at
    FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      AS row (student_id bigint, vendor_id smallint, exam_id bigint, registration_id bigint,
        course_number text, subject text, credits integer, taken_date date, result text, score text,
        received_at timestamptz)
    ON CONFLICT DO NOTHING`;
}

export async function finishLoad(db: Database): Promise<void> {
  await db.run`ANALYZE`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', {
    name: 'transcripts load',
    max: 1,
    ...NO_TIMEOUT,
  });
  await eachPage<LoadPage>((page) => loadPage(db, page));
  await finishLoad(db);
  await db.close();
}
