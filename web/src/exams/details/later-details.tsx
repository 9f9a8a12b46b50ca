import { useEffect, useState } from 'react';
import { later } from '../../shared/dialogs/later.tsx';
import type { ExamDetailsProps } from './exam-details.tsx';

/** Fetched when the first row is opened: the list comes without its weight. */
export const Details = later<ExamDetailsProps & { onClose: () => void }>(
  async () => (await import('./exam-details.tsx')).ExamDetails,
);

/**
 * Fetches the details of rows that are open from the first, and says whether these are still to
 * wait: a row that grew afterwards would push away what is below it. Rows whose details do not come
 * say so themselves.
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
