import type { Exam } from '@portal/contract/exams/exam';
import { examSearch } from '@portal/contract/exams/exam-search';
import { useEffect, useMemo, useState } from 'react';

interface FoundExams {
  exams: readonly Exam[];
  /** No exam matches by name: these are similar. */
  isNear: boolean;
  /** No exam matches by name, and similar names are not known yet. */
  isLooking: boolean;
}

/** Returns the exams that match the term, else those with similar names. */
export function useFoundExams(known: readonly Exam[] | undefined, term: string): FoundExams {
  const matching = useMemo(
    () => (term.trim() === '' ? undefined : known?.filter(examSearch(term))),
    [known, term],
  );
  const isWithout = matching?.length === 0;
  const [near, setNear] = useState<{ of: readonly Exam[]; term: string; exams: Exam[] } | null>(
    null,
  );
  useEffect(() => {
    if (!known || !isWithout) return;
    let isOver = false;
    const showNear = (exams: Exam[]) => !isOver && setNear({ of: known, term, exams });
    import('./near-search.ts')
      .then(({ nearExams }) => showNear(nearExams(known, term)))
      .catch(() => showNear([])); // the search could not be loaded: no similar names
    return () => {
      isOver = true;
    };
  }, [known, term, isWithout]);
  if (!isWithout) return { exams: matching ?? known ?? [], isNear: false, isLooking: false };
  const isKnown = near !== null && near.of === known && near.term === term;
  return {
    exams: isKnown ? near.exams : [],
    isNear: isKnown && near.exams.length > 0,
    isLooking: !isKnown,
  };
}
