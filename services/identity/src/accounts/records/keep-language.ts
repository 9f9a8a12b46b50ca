import type { Sql } from '@portal/kit/database/database';
import { languageOf } from '@portal/kit/email/language';

/**
 * Keeps in which language a student reads pages and mails, where one was chosen; false when it is
 * that already.
 */
export const keepLanguage = async (
  sql: Sql,
  studentId: number,
  language: string | null,
): Promise<boolean> =>
  language !== null &&
  (await sql.run`
    UPDATE student SET language = ${languageOf(language)}
    WHERE id = ${studentId} AND language IS DISTINCT FROM ${languageOf(language)}`) > 0;
