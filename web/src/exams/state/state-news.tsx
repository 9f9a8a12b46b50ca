import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { useEffect, useRef, useState } from 'react';
import { wasAnnounced } from '../../shared/exams/announced-changes.ts';
import { isolated } from '../../shared/language/locale.ts';
import { shownState } from './exam-state.ts';

const MOST = 3;

const wordOf = (exam: Exam): string =>
  exam.registration_id === null ? t`Not registered` : shownState(exam, new Date()).word;

/**
 * Announces to screen readers which exams changed state, by the student, the proctor or the office;
 * does not repeat changes already announced where they were made.
 */
export function StateNews({ exams }: { exams: readonly Exam[] }) {
  const before = useRef<ReadonlyMap<number, Exam>>(new Map());
  const [news, setNews] = useState('');
  useEffect(() => {
    const changed = exams.filter((exam) => {
      const old = before.current.get(exam.id);
      return (
        old !== undefined &&
        (old.status !== exam.status ||
          old.sessionType !== exam.sessionType ||
          old.testSessionId !== exam.testSessionId) &&
        !wasAnnounced(exam.id)
      );
    });
    before.current = new Map(exams.map((exam) => [exam.id, exam]));
    if (changed.length > MOST) setNews(t`${changed.length} exams have changed`);
    else if (changed.length > 0)
      setNews(changed.map((exam) => `${isolated(exam.subject)}: ${wordOf(exam)}`).join('. '));
  }, [exams]);
  return <VisuallyHidden role="status">{news}</VisuallyHidden>;
}
