import { isUnavailable } from '@portal/kit/database/database';

/** Rows of one run at once. */
const ROWS_AT_ONCE = 4;

/**
 * Works on rows, a few at a time, each in isolation. A failed row holds up no other; the process
 * retries it with its next run.
 */
export async function eachRow(
  rows: readonly number[],
  work: (row: number) => Promise<void>,
): Promise<void> {
  let at = 0;
  const failures: unknown[] = [];
  const worker = async () => {
    while (at < rows.length && failures.length < ROWS_AT_ONCE) {
      const row = rows[at] as number;
      at += 1;
      await work(row).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: ROWS_AT_ONCE }, worker));
  const away = failures.find(isUnavailable);
  if (away !== undefined) throw away;
  // a refusal would end the process and leave rows behind
  if (failures.length > 0)
    throw new Error('not all rows of an import could be worked on', { cause: failures[0] });
}
