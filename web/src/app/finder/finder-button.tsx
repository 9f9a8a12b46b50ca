import { can } from '@portal/access/can';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { readSession } from '../../shared/session/session.ts';
import classes from '../theme/staff-shell.module.css';
import { Word } from '../theme/word.tsx';

const FinderModal = lazyDialog(async () => (await import('./finder.tsx')).FinderModal);
const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const keys = isMac ? '⌘ K' : 'Ctrl K';

/** 'Search' on every page of staff, also by Ctrl-K or Cmd-K. O-20. */
export function FinderButton({ isIcon = false }: { isIcon?: boolean }) {
  const may = can(readSession(), 'finder.use');
  const [opened, setOpened] = useState<boolean | null>(null);
  useEffect(() => {
    if (!may) return;
    const onKey = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isOurs || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // never two dialogs over each other
      if (!document.querySelector('[role="dialog"]')) setOpened(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [may]);
  if (!may) return null;
  return (
    <>
      <Word word={`Search (${keys})`} isOfIcons={isIcon}>
        <button
          type="button"
          className={classes.finder}
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          onClick={() => setOpened(true)}
        >
          <IconSearch size={18} stroke={1.8} aria-hidden="true" />
          <span className={classes.word}>Search</span>
          <span className={classes.keys} aria-hidden="true">
            {keys}
          </span>
        </button>
      </Word>
      {opened !== null && <FinderModal opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
