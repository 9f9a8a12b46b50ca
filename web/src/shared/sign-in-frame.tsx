import { IconPhone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { later } from './later.tsx';
import { Brand } from './mark.tsx';
import { office } from './office.ts';
import classes from './sign-in-frame.module.css';

const OfficesModal = later(async () => (await import('./offices-modal.tsx')).OfficesModal);

/** Which bubble of each row is filled. */
const sheet = [0, 3, 2, 0, 1, 3, 2, 0, 3, 1, 2];

/** Every page without a session: the answer sheet and the support phone at the left, the cards at the right; `wide` for a form of many fields. */
export function SignInFrame({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const [offices, setOffices] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <div className={classes.frame}>
      <header className={classes.panel}>
        <Brand inverted />
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
          <p className={classes.claim}>Register, book and take your exams in one place.</p>
          <button type="button" className={classes.support} onClick={() => setOffices('open')}>
            <IconPhone size={18} stroke={1.8} aria-hidden="true" />
            <span>
              Support<span className={classes.number}>: {office.phone}</span>
            </span>
          </button>
        </div>
      </header>
      <main className={classes.cards} data-wide={wide || undefined}>
        {children}
      </main>
      {offices !== 'never' && <OfficesModal opened={offices === 'open'} onClose={() => setOffices('closed')} signedIn={false} />}
    </div>
  );
}
