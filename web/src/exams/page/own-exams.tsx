import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import type { Session } from '@portal/contract/sessions/sessions';
import { useState } from 'react';
import type { DialogRequest } from '../dialog-request.ts';
import { NextExam } from '../next-exam/next-exam.tsx';
import { ResultsSummary } from '../results/results-summary.tsx';
import { type ExamGroup, examGroups, groupNames, groupOf } from '../state/exam-state.ts';
import { ExamList } from './exam-list.tsx';
import classes from './exams-page.module.css';

interface OwnExamsProps {
  exams: readonly Exam[];
  credits: CreditsInfo | undefined;
  sessions: readonly Session[];
  /** The exam that a link names. */
  linked: number | null;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
}

/** The number of newest finished exams shown at first. */
const TAKEN_AT_FIRST = 4;

const newestFirst = (a: Exam, b: Exam): number =>
  (b.examTakenDate ?? '').localeCompare(a.examTakenDate ?? '');

/** My exams: the next one on top, then groups by the next action, and the results so far. */
export function OwnExams({ exams, credits, sessions, linked, onRequest }: OwnExamsProps) {
  const groups = examGroups
    .map((group) => ({ group, rows: exams.filter((exam) => groupOf(exam) === group) }))
    .filter(({ rows }) => rows.length > 0);
  const listed = { credits, sessions, linked, onRequest };
  return (
    <>
      <NextExam exams={exams} sessions={sessions} />
      {groups.map(({ group, rows }) => (
        <section key={group} aria-label={groupNames[group]}>
          <GroupTitle group={group} count={rows.length} />
          {group === 'taken' ? (
            <>
              <ResultsSummary exams={rows} credits={credits} />
              <TakenExams {...listed} exams={rows.toSorted(newestFirst)} />
            </>
          ) : (
            <ExamList {...listed} exams={rows} openAtFirst own />
          )}
        </section>
      ))}
    </>
  );
}

const GroupTitle = ({ group, count }: { group: ExamGroup; count: number }) => (
  <h2 className={classes.group}>
    {groupNames[group]} <span className="num">{count}</span>
  </h2>
);

/** Those that are over, the newest of many; a link to one of the others brings all. */
function TakenExams({ exams, ...listed }: OwnExamsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isLinked = exams.findIndex(({ id }) => id === listed.linked) >= TAKEN_AT_FIRST;
  // one more is a row, as the button would be
  const all = showsAll || isLinked || exams.length <= TAKEN_AT_FIRST + 1;
  return (
    <>
      <ExamList {...listed} exams={all ? exams : exams.slice(0, TAKEN_AT_FIRST)} own />
      {!all && (
        <Button variant="default" mt="sm" onClick={() => setShowsAll(true)}>
          <Trans>Show all {exams.length}</Trans>
        </Button>
      )}
    </>
  );
}
