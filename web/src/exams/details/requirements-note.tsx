import { t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useKnownExams } from '../../shared/exams/exam-rows.ts';
import { Note } from '../../shared/ui/feedback.tsx';

/** Why the student does not fit an exam, and which exams would change that. R-108. */
export function RequirementsNote({ exam, refusal }: { exam: Exam; refusal: string }) {
  const listed = new Set(useKnownExams().map(({ id }) => id));
  const last = exam.requirements.length - 1;
  const and = t`and`;
  return (
    <Note tone="slate" icon={IconLock}>
      {refusal}
      {last >= 0 && ' '}
      {last >= 0 && (last === 0 ? t`First you have to pass` : t`First you have to pass one of`)}
      {last >= 0 && ' '}
      {exam.requirements.map(({ id, subject }, at) => (
        <span key={id}>
          {at > 0 && (at === last ? ` ${and} ` : ', ')}
          {listed.has(id) ? (
            <Anchor component={Link} to={{ search: '', hash: `#exam-${id}` }}>
              {subject}
            </Anchor>
          ) : (
            subject
          )}
        </span>
      ))}
      {last >= 0 && '.'}
    </Note>
  );
}
