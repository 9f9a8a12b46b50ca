import { useEffect, useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import type { ExamDetailsProps } from './exam-details.tsx';

/** Fetched when the first row is opened: the list comes without its weight. */
export const Details = lazyDialog<ExamDetailsProps & { onClose: () => void }>(
  async () => (await import('./exam-details.tsx')).ExamDetails,
);

/**
 * Loads the details of rows that are open from the start, and returns whether they are still
 * loading: a row that grew later would move the rows below it. Rows whose details fail to load show
 * the error themselves.
 */
export function useAwaitedDetails(wanted: boolean): boolean {
  const [isAnswered, setIsAnswered] = useState(Details.isFetched);
  useEffect(() => {
    if (!wanted) return;
    const answered = () => setIsAnswered(true);
    Details.fetch().then(answered, answered);
  }, [wanted]);
  return wanted && !isAnswered;
}
