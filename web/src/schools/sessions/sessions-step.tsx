import { ActionIcon, Button, Text, Tooltip } from '@mantine/core';
import { IconBookmark, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ResultBadge } from '../../shared/exams/result-badge.tsx';
import { sessionText, tableDay } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import { ChoiceCard, ChoiceGroup } from '../../shared/forms/choice-card.tsx';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import type { Column } from '../../shared/table/table-props.ts';
import { Note } from '../../shared/ui/feedback.tsx';
import {
  type Details,
  isOffice,
  mayUseClosed,
  type SchoolSession,
  type StudentBySessionRow,
} from '../api.ts';
import { FootBar } from '../foot-bar.tsx';
import { type Choice, choiceText, chosenExams } from '../register/order.ts';
import classes from '../schools.module.css';
import { CancelSeatModal } from './cancel-seat-modal.tsx';
import { DeleteSessionModal } from './delete-session-modal.tsx';
import { SessionFormModal } from './session-form-modal.tsx';

interface SessionsStepProps {
  details: Details;
  sessionId: number | null;
  /** The selection of an earlier visit, used by the next step. */
  choice: Choice;
  onClear: () => void;
  onChoose: (sessionId: number) => void;
  onContinue: (sessionId: number) => void;
  onBack?: (() => void) | undefined;
}

const studentsText = (count: number): string => `${count} ${count === 1 ? 'student' : 'students'}`;
const isPast = ({ date, testSessionTime }: SchoolSession, now: string): boolean =>
  `${date} ${testSessionTime}` < now;
/** '2026-12-06 09:30', New York's. */
const nowInNewYork = (): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date());

type Opened =
  | { what: 'edit'; session: SchoolSession | null }
  | { what: 'delete'; session: SchoolSession }
  | { what: 'cancel'; seat: StudentBySessionRow };

/** Step 2 of A-22, M-37: a session of the school.. */
export function SessionsStep({
  details,
  sessionId,
  choice,
  onClear,
  onChoose,
  onContinue,
  onBack,
}: SessionsStepProps) {
  const { currentSchoolDetails: school, schoolSessions, schoolSessionStudents } = details;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const now = nowInNewYork();
  const comingFirst = schoolSessions.toSorted(
    (a, b) => Number(isPast(a, now)) - Number(isPast(b, now)),
  );
  const isOpen = (session: SchoolSession) => mayUseClosed() || !session.closed;
  const usable = schoolSessions.filter((one) => isOpen(one) && !isPast(one, now));
  // the only one that can be is chosen
  const only = usable.length === 1 ? usable[0] : undefined;
  const chosen =
    sessionId === null ? only : schoolSessions.find((session) => session.id === sessionId);
  const mayContinue = chosen !== undefined && usable.includes(chosen);
  const columns: Column<StudentBySessionRow>[] = [
    { id: 'name', title: 'Student', text: (row) => `${row.lastname}, ${row.firstName}` },
    { id: 'exam', title: 'Exam', text: (row) => row.examSubject },
    { id: 'vendor', title: 'Vendor', text: (row) => row.vendorName },
    {
      id: 'due',
      title: 'Fees due',
      numeric: true,
      text: ({ feesDue }) => (feesDue > 0 ? money(feesDue) : ''),
    },
    {
      id: 'result',
      title: 'Result',
      text: ({ result }) => result ?? '',
      cell: ({ result }) => <ResultBadge result={result ?? ''} />,
    },
    {
      id: 'cancel',
      title: 'Actions',
      text: () => '',
      cell: (seat) =>
        seat.canCancel ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Cancel ${seat.examSubject} of ${seat.firstName} ${seat.lastname}`}
            onClick={() => setOpened({ what: 'cancel', seat })}
          >
            Cancel
          </Button>
        ) : null,
    },
  ];
  const isKept = chosenExams(choice).length > 0 || choice.students.size > 0;
  return (
    <>
      {isKept && (
        <Note tone="slate" icon={IconBookmark}>
          {`Your selection is kept: ${choiceText(choice)}.`}{' '}
          <Button size="compact-sm" variant="subtle" onClick={onClear}>
            Clear selection
          </Button>
        </Note>
      )}
      <div className={classes.two}>
        <section aria-label="Sessions available" className={classes.card}>
          <div className={classes.cardHead}>
            <h2 className={classes.heading}>Sessions available</h2>
            <Button
              size="compact-sm"
              leftSection={<IconPlus size={16} stroke={1.8} />}
              onClick={() => setOpened({ what: 'edit', session: null })}
            >
              Add a new session
            </Button>
          </div>
          {comingFirst.length === 0 && <Text c="dimmed">There are no sessions yet.</Text>}
          <ChoiceGroup legend="Session" hideLegend>
            {comingFirst.map((session) => (
              <ChoiceCard
                key={session.id}
                name="session"
                value={String(session.id)}
                checked={session.id === chosen?.id}
                onChoose={() => onChoose(session.id)}
                title={sessionText(session.date, session.testSessionTime)}
                note={sessionNote(session, isPast(session, now))}
                beside={
                  isOpen(session) && !isPast(session, now) ? (
                    <div className={classes.icons}>
                      <Tooltip label="Edit session">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={`Edit session of ${tableDay(session.date)}`}
                          onClick={() => setOpened({ what: 'edit', session })}
                        >
                          <IconPencil size={18} stroke={1.8} />
                        </ActionIcon>
                      </Tooltip>
                      {session.studentCount === 0 && (
                        <Tooltip label="Delete session">
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            aria-label={`Delete session of ${tableDay(session.date)}`}
                            onClick={() => setOpened({ what: 'delete', session })}
                          >
                            <IconTrash size={18} stroke={1.8} />
                          </ActionIcon>
                        </Tooltip>
                      )}
                    </div>
                  ) : undefined
                }
              />
            ))}
          </ChoiceGroup>
        </section>
        <section aria-label="Students enrolled" className={classes.card}>
          {chosen ? (
            <PlainTable
              title="Students enrolled in this session"
              columns={columns}
              rows={schoolSessionStudents.filter((row) => row.testSessionId === chosen.id)}
              keyOf={({ registrationId }) => registrationId}
              empty="There are no students enrolled in this session."
            />
          ) : (
            <Text c="dimmed">Choose a session to see its students.</Text>
          )}
        </section>
      </div>
      <FootBar
        says={chosen ? sessionText(chosen.date, chosen.testSessionTime) : ''}
        more={chosen ? studentsText(chosen.studentCount) : ''}
      >
        {onBack && (
          <Button variant="default" onClick={onBack}>
            {isOffice() ? 'All schools' : 'Go Back'}
          </Button>
        )}
        <Button disabled={!mayContinue} onClick={() => chosen && onContinue(chosen.id)}>
          Continue
        </Button>
      </FootBar>
      {opened?.what === 'edit' && (
        <SessionFormModal
          school={school}
          session={opened.session}
          onClose={close}
          onSaved={onChoose}
        />
      )}
      {opened?.what === 'delete' && <DeleteSessionModal session={opened.session} onClose={close} />}
      {opened?.what === 'cancel' && (
        <CancelSeatModal school={school} seat={opened.seat} onClose={close} />
      )}
    </>
  );
}

function sessionNote(session: SchoolSession, past: boolean): string {
  const closing =
    session.closingDate === null
      ? ''
      : `, ${session.closed ? 'closed' : 'closes'} ${tableDay(session.closingDate)}`;
  return `${studentsText(session.studentCount)}${past ? ', past' : closing}`;
}
