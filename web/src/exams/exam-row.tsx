import { Button } from '@mantine/core';
import type { CreditsInfo } from '@portal/contract/credits';
import { newYorkDay } from '@portal/contract/days';
import type { Exam } from '@portal/contract/exam';
import { getOrBuy } from '@portal/contract/get-or-buy';
import type { Session } from '@portal/contract/sessions';
import { IconChevronDown, IconClock } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { dayText, durationText, sessionText } from '../shared/dates.ts';
import { creditsText } from '../shared/money.ts';
import { VendorTile } from '../shared/vendor-tile.tsx';
import { ExamDetails } from './exam-details.tsx';
import classes from './exam-list.module.css';
import { shownState } from './exam-state.ts';
import { StateBadge } from './state-badge.tsx';
import type { Wish } from './wish.ts';

interface ExamRowProps {
  exam: Exam;
  credits: CreditsInfo | undefined;
  session: Session | undefined;
  openAtFirst: boolean;
  onWish: (exam: Exam, what: Wish['what']) => void;
}

const isCourse = (exam: Exam): boolean => exam.program_content_code !== null || exam.assignments;

/** One exam. The whole closed line opens the row; the button in it buys or gets. */
export const ExamRow = memo(function ExamRow({ exam, credits, session, openAtFirst, onWish }: ExamRowProps) {
  const [open, setOpen] = useState(openAtFirst);
  const details = useId();
  const registered = exam.registration_id !== null;
  const meta = [
    exam.secularNumber,
    ...[exam.alt1, exam.alt2, exam.alt3].filter((name) => name !== null),
    ...(registered && session ? [sessionText(session.date, session.testSessionTime)] : []),
    ...(registered && exam.examTakenDate ? [`Taken ${dayText(exam.examTakenDate)}`] : []),
    ...(!registered && !exam.fitRequirements ? ['Requirements not met'] : []),
  ];
  return (
    <div className={classes.exam} data-open={open || undefined}>
      <div className={classes.line}>
        <button type="button" className={classes.opener} aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
          <span className={classes.tile}>
            <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} />
          </span>
          <span className={classes.names}>
            <span className={classes.subject}>{exam.subject}</span>
            <span className={classes.meta}>
              <span className={classes.smallTile}>
                <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} small />
              </span>
              {meta.map((text) => (
                <span key={text}>{text}</span>
              ))}
              <span className={classes.onPhone}>
                {durationText(exam.examDuration)}
                <span>{creditsText(exam.credits)}</span>
              </span>
            </span>
          </span>
          <span className={classes.duration}>
            <IconClock size={16} stroke={1.8} aria-hidden="true" />
            {isCourse(exam) ? 'Course' : durationText(exam.examDuration)}
          </span>
          <span className={classes.credits}>{creditsText(exam.credits)}</span>
        </button>
        <span className={classes.action}>
          {registered ? <Registered exam={exam} onWish={onWish} /> : <GetOrBuyButton exam={exam} credits={credits} onWish={onWish} />}
        </span>
        <span className={classes.chevron} aria-hidden="true">
          <IconChevronDown size={20} stroke={1.8} />
        </span>
      </div>
      <div id={details} className={classes.details} hidden={!open}>
        {open && <ExamDetails exam={exam} session={session} onWish={onWish} />}
      </div>
    </div>
  );
});

function Registered({ exam, onWish }: Pick<ExamRowProps, 'exam' | 'onWish'>) {
  const state = shownState(exam, newYorkDay(new Date()));
  return (
    <>
      <StateBadge state={state} />
      {(state.icon === 'fail' || state.icon === 'disqualified') && !exam.isOldSystemReg && (
        <Button variant="default" size="compact-md" onClick={() => onWish(exam, 'register')} aria-label={`Retake ${exam.subject}`}>
          Retake
        </Button>
      )}
    </>
  );
}

/** GET when the credits reach, else BUY. What only the office can register leads there. */
function GetOrBuyButton({ exam, credits, onWish }: Pick<ExamRowProps, 'exam' | 'credits' | 'onWish'>) {
  if (!credits) return null;
  const { button } = getOrBuy(exam, credits);
  return (
    <Button
      className={classes.get}
      variant={button === 'GET' ? 'light' : 'default'}
      disabled={exam.phonesystem_active && !exam.fitRequirements}
      onClick={() => onWish(exam, exam.phonesystem_active ? 'register' : 'office')}
      aria-label={`${button} ${exam.subject}`}
    >
      {button}
    </Button>
  );
}
