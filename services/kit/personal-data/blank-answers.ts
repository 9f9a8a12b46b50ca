import type { Sql } from '../database/database.ts';
import type * as tables from '../prisma/tables.ts';
import { withoutWords } from './without-words.ts';

/**
 * Removes texts such as the name on a card from the stored answers of the student's processes: the
 * rows stay, so that a repeated request with their keys starts nothing. Answers to the keys of
 * browsers are deleted before, two days after they were given (`retention.ts`). R-591
 */
export async function blankAnswers(sql: Sql, studentId: number): Promise<void> {
  const kept = await sql.many<Pick<tables.Process, 'id' | 'answer'>>`
    SELECT id, answer FROM process
    WHERE CASE actor->>'kind' WHEN 'student' THEN actor->>'id' ELSE actor->>'studentId' END
        = ${String(studentId)}
      AND answer IS NOT NULL`;
  const cleared = kept.map(({ id, answer }) => ({ id, answer: withoutWords(answer) }));
  await sql.run`
    UPDATE process p SET answer = t.answer
    FROM jsonb_to_recordset(${JSON.stringify(cleared)}::jsonb) AS t (id uuid, answer jsonb)
    WHERE p.id = t.id`;
}
