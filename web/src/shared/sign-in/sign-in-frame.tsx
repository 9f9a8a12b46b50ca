import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IconClock, IconLanguage, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyDialog } from '../dialogs/lazy-dialog.tsx';
import { language, languages, leftToRight, speak } from '../language/locale.ts';
import { office } from '../office/office.ts';
import { Brand } from '../page/mark.tsx';
import type { RequestContext } from '../session/session.ts';
import { Note } from '../ui/feedback.tsx';
import classes from './sign-in-frame.module.css';

const OfficesModal = lazyDialog(
  async () => (await import('../office/offices-modal.tsx')).OfficesModal,
);

/** Which bubble of each row is filled. */
const sheet = [0, 3, 2, 0, 1, 3, 2, 0, 3, 1, 2];

interface SignInFrameProps {
  /** For a form of many fields. */
  wide?: boolean;
  /** Whether staff sign in; selects the description of the portal. */
  staff?: boolean;
  children: ReactNode;
}

/** The link to the same page in the other language, in that language's words. */
function OtherLanguage() {
  const other = languages.find(({ value }) => value !== language()) ?? languages[0];
  return (
    <button
      type="button"
      className={classes.support}
      lang={other.value}
      onClick={() => void speak(other.value)}
    >
      <IconLanguage size={18} stroke={1.8} aria-hidden="true" />
      {other.label}
    </button>
  );
}

/**
 * Every page without a session: the answer sheet and the support phone at the left, the cards at
 * the right.
 */
export function SignInFrame({ wide = false, staff = false, children }: SignInFrameProps) {
  const ended = (useLocation().state as RequestContext | null)?.ended === true;
  const [offices, setOffices] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <div className={classes.frame}>
      <header className={classes.panel}>
        <Brand inverted {...(staff ? { area: 'Staff' } : {})} />
        <svg className={classes.sheet} viewBox="0 0 280 660" aria-hidden="true">
          {sheet.map((filled, row) =>
            [0, 1, 2, 3].map((column) => (
              <circle
                // biome-ignore lint/suspicious/noArrayIndexKey: the sheet never changes
                key={`${row}-${column}`}
                cx={24 + column * 78}
                cy={24 + row * 66}
                r="19.5"
                data-filled={column === filled || undefined}
              />
            )),
          )}
        </svg>
        <div className={classes.words}>
          <p className={classes.claim}>
            {staff
              ? t`Find and help every student in one place.`
              : t`Register, book and take your exams in one place.`}
          </p>
          <button type="button" className={classes.support} onClick={() => setOffices('open')}>
            <IconPhone size={18} stroke={1.8} aria-hidden="true" />
            <span>
              <Trans>
                Support<span className={classes.number}>: {leftToRight(office.phone)}</span>
              </Trans>
            </span>
          </button>
          {!staff && <OtherLanguage />}
        </div>
      </header>
      <main className={classes.cards} data-wide={wide || undefined}>
        {ended && (
          <Note tone="brass" icon={IconClock}>
            <Trans>Your session ended. Please log in again to go on where you were.</Trans>
          </Note>
        )}
        {children}
      </main>
      {offices !== 'never' && (
        <OfficesModal
          opened={offices === 'open'}
          onClose={() => setOffices('closed')}
          signedIn={false}
        />
      )}
    </div>
  );
}
