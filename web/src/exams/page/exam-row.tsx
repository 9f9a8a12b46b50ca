import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Exam } from '@portal/contract/exams/exam';
import { getOrBuy } from '@portal/contract/exams/get-or-buy';
import type { CreditsInfo } from '@portal/contract/payments/credits';
import type { Session } from '@portal/contract/sessions/sessions';
import { IconChevronDown, IconClock } from '@tabler/icons-react';
import { memo, type Ref, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { useMayFor, useStudentInView } from '../../shared/api/student-in-view.tsx';
import { VendorTile } from '../../shared/exams/vendor-tile.tsx';
import { dayText, durationText, sessionText } from '../../shared/format/dates.ts';
import { cents, creditsText, fromCents, money } from '../../shared/format/money.ts';
import { isolated, locale } from '../../shared/language/locale.ts';
import { useNow } from '../../shared/page/use-now.ts';
import { PricesNotSet } from '../../shared/payments/prices-not-set.tsx';
import { placeName } from '../../shared/sessions/place-text.ts';
import { Details } from '../details/later-details.tsx';
import type { DialogRequest } from '../dialog-request.ts';
import { GetInPlace } from '../registering/get-in-place.tsx';
import { isOfficeOnly, offersRetake, registerRefusal } from '../state/exam-actions.ts';
import { shownState } from '../state/exam-state.ts';
import { StateBadge } from '../state/state-badge.tsx';
import classes from './exam-list.module.css';
import { MarkedText } from './finding/marked-text.tsx';

interface ExamRowProps {
  exam: Exam;
  credits: CreditsInfo | undefined;
  session: Session | undefined;
  openAtFirst: boolean;
  /** A link names this exam. */
  linked: boolean;
  /** One of My exams: the next action comes first, materials and facts are folded. */
  own: boolean;
  onRequest: (exam: Exam, what: DialogRequest['what']) => void;
}

const isCourse = (exam: Exam): boolean => exam.program_content_code !== null || exam.assignments;

/** How far the question of GET is in its row. */
type Getting = 'no' | 'checking' | 'asking';

/** One exam. The whole closed line opens the row; the button in it buys or gets. */
export const ExamRow = memo(function ExamRow({
  exam,
  credits,
  session,
  openAtFirst,
  linked,
  own,
  onRequest,
}: ExamRowProps) {
  const [open, setOpen] = useState(openAtFirst || linked);
  // the chevron turns at once, and the opened panel follows
  const isShown = useDeferredValue(open);
  const details = useId();
  const [getting, setGetting] = useState<Getting>('no');
  // the button shows its loading state before the question has loaded
  const isConfirming = useDeferredValue(getting) !== 'no' && getting !== 'no';
  const get = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  useEffect(() => {
    if (linked) setOpen(true);
  }, [linked]);
  const registered = exam.registration_id !== null;
  useEffect(() => {
    if (getting !== 'no' || registered || !isBack.current) return;
    isBack.current = false;
    get.current?.focus(); // the focused element has been unmounted
  }, [getting, registered]);
  // a retake that the vendor approved takes none
  const cost = creditsText(exam.vendor_approved_retake ? 0 : exam.credits);
  const price = priceOf(exam, credits);
  const duration = isCourse(exam) ? t`Course` : durationText(exam.examDuration);
  const place = session && placeName(session);
  const meta = [
    ...[exam.alt1, exam.alt2, exam.alt3].filter((name) => name !== null),
    ...(registered && session ? [sessionText(session.date, session.testSessionTime)] : []),
    ...(registered && place ? [place] : []),
    ...(registered && exam.examTakenDate ? [t`Taken ${dayText(exam.examTakenDate)}`] : []),
    ...(!registered && !exam.fitRequirements ? [requirementsText(exam)] : []),
  ];
  return (
    <div className={classes.exam} data-open={open || undefined}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.opener}
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
        >
          <span className={classes.tile}>
            <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} />
          </span>
          <span className={classes.names}>
            <span className={classes.subject}>
              <MarkedText text={exam.subject} />
            </span>
            <span className={classes.meta}>
              <span className={classes.smallTile}>
                <VendorTile vendorId={exam.vendor_id} vendorName={exam.vendor_name} small />
              </span>
              <span>
                <MarkedText text={exam.secularNumber} />
              </span>
              <span className={classes.onPhone}>
                {duration}
                <span>{cost}</span>
                {price && <span>{price}</span>}
              </span>
              {meta.map((text) => (
                <span key={text}>
                  <MarkedText text={text} />
                </span>
              ))}
            </span>
          </span>
          <span className={classes.duration}>
            <IconClock size={16} stroke={1.8} aria-hidden="true" />
            {duration}
          </span>
          <span className={classes.credits}>
            <span>{cost}</span>
            {price && <span className={classes.price}>{price}</span>}
          </span>
        </button>
        <span className={classes.action}>
          {registered ? (
            <Registered exam={exam} onRequest={onRequest} />
          ) : (
            <GetOrBuyButton
              exam={exam}
              credits={credits}
              onRequest={onRequest}
              getting={getting}
              onGet={() => setGetting(getting === 'no' ? 'checking' : 'no')}
              ref={get}
            />
          )}
        </span>
        <span className={classes.chevron} aria-hidden="true">
          <IconChevronDown size={20} stroke={1.8} />
        </span>
      </div>
      {isConfirming && (
        <GetInPlace
          exam={exam}
          onAsking={() => setGetting('asking')}
          onRequest={onRequest}
          onClose={(toButton) => {
            isBack.current = toButton;
            setGetting('no');
          }}
        />
      )}
      <div id={details} className={classes.details} hidden={!open}>
        {isShown && (
          <Details
            exam={exam}
            session={session}
            folded={own}
            onRequest={onRequest}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
    </div>
  );
});

/** The price of an exam's credits when bought singly; nothing where they are not sold. */
function priceOf(exam: Exam, credits: CreditsInfo | undefined): string | null {
  if (!credits || credits.packageBuyingDisabled || exam.registration_id !== null) return null;
  if (exam.vendor_approved_retake || credits.pricePerCredit === null) return null;
  return money(fromCents(exam.credits * cents(credits.pricePerCredit)));
}

const anyOf = new Intl.ListFormat(locale(), { type: 'disjunction' });

/** 'Requires Hebrew Language I or Biblical Hebrew'. */
const requirementsText = ({ requirements }: Exam): string =>
  requirements.length === 0
    ? t`Requirements not met`
    : t`Requires ${anyOf.format(requirements.map(({ subject }) => isolated(subject)))}`;

function Registered({ exam, onRequest }: Pick<ExamRowProps, 'exam' | 'onRequest'>) {
  const now = useNow(exam.status === 'disconnected');
  if (exam.isOldSystemReg && !exam.examTaken) return <span>-</span>;
  return (
    <>
      <StateBadge state={shownState(exam, now)} />
      {offersRetake(exam) && (
        <Button
          variant="default"
          size="compact-md"
          onClick={() => onRequest(exam, 'register')}
          aria-label={t`Retake ${exam.subject}`}
        >
          <Trans>Retake</Trans>
        </Button>
      )}
    </>
  );
}

interface GetOrBuyProps extends Pick<ExamRowProps, 'exam' | 'credits' | 'onRequest'> {
  getting: Getting;
  /** A student pressed GET, which asks in the row and not in a dialog. */
  onGet: () => void;
  ref: Ref<HTMLButtonElement>;
}

/**
 * GET when the credits suffice, else BUY. An exam for the office alone opens its contacts.
 */
function GetOrBuyButton({ exam, credits, onRequest, getting, onGet, ref }: GetOrBuyProps) {
  const isForStaff = useStudentInView() !== null;
  const mayRegister = useMayFor('registration.make');
  if (!credits || !mayRegister) return null;
  const { button } = getOrBuy(exam, credits);
  if (button === 'BUY' && credits.pricePerCredit === null)
    return <PricesNotSet of={exam.subject} size="compact-md" />;
  const asksHere = button === 'GET' && !isForStaff && !isOfficeOnly(exam);
  return (
    <Button
      className={classes.get}
      variant={button === 'GET' ? 'light' : 'default'}
      disabled={registerRefusal(exam) !== undefined}
      ref={ref}
      loading={getting === 'checking'}
      {...(asksHere ? { 'aria-expanded': getting !== 'no' } : {})}
      onClick={() =>
        asksHere ? onGet() : onRequest(exam, isOfficeOnly(exam) ? 'office' : 'register')
      }
      aria-label={`${button} ${exam.subject}`}
    >
      {button}
    </Button>
  );
}
