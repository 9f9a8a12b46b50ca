import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { later } from '../../shared/dialogs/later.tsx';
import classes from '../shell/staff-shell.module.css';
import { mayFind } from './may-find.ts';

const StudentFinder = later(async () => (await import('./student-finder.tsx')).StudentFinder);
const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** 'Find a student' on every page, also by Ctrl K, for who may open a student's pages. */
export function FinderButton() {
  const may = mayFind();
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
      <button
        type="button"
        className={classes.finder}
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <span>Find a student</span>
        <span className={classes.keys} aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      {opened !== null && <StudentFinder opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
