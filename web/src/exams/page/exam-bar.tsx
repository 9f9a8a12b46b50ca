import { t } from '@lingui/core/macro';
import { CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import type { ExamView } from '@portal/contract/exams/exam-view';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useAfterPause } from '../../shared/page/use-after-pause.ts';
import classes from './exams-page.module.css';

/** How long typing pauses before the list follows: a browser takes only so many new addresses. */
const PAUSE_MS = 200;

interface ExamBarProps {
  /** null while search results are shown. */
  view: ExamView | null;
  term: string;
  /** Staff may look at the catalogue too. */
  withCatalog?: boolean;
  onView: (view: ExamView) => void;
  onSearch: (term: string) => void;
}

/**
 * 'View all', 'My exams', for staff 'Admin view all', and the search, which runs while typing and
 * at once on Enter..
 */
export function ExamBar({ view, term, withCatalog = false, onView, onSearch }: ExamBarProps) {
  const [typed, setTyped] = useState(term);
  const input = useRef<HTMLInputElement>(null);
  const request = useRef(term);
  const searchSoon = useAfterPause((next: string) => search(next), PAUSE_MS);
  function search(next: string): void {
    searchSoon.cancel();
    if (next.trim() === request.current.trim()) return;
    request.current = next;
    onSearch(next);
  }
  // at once: until then a pause in typing may ask for more, and this would be taken for a link
  useLayoutEffect(() => {
    if (term.trim() === request.current.trim()) return;
    request.current = term; // another page or a link asks for it
    setTyped(term);
  }, [term]);
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label={t`Which exams`}
        className={classes.views}
        size="md"
        value={view ?? ''}
        onChange={(next) => {
          searchSoon.cancel();
          onView(next as ExamView);
        }}
        data={[
          { value: 'all', label: t`View all` },
          { value: 'my_exams', label: t`My exams` },
          ...(withCatalog ? [{ value: 'catalog', label: t`Admin view all` }] : []),
        ]}
      />
      <search className={classes.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            search(typed);
          }}
        >
          <TextInput
            ref={input}
            aria-label={t`Search all exams`}
            placeholder={t`Search all exams`}
            type="search"
            enterKeyHint="search"
            maxLength={200}
            value={typed}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              searchSoon(value);
            }}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
            rightSection={
              typed !== '' && (
                <CloseButton
                  aria-label={t`Clear the search`}
                  onClick={() => {
                    setTyped('');
                    search('');
                    input.current?.focus(); // this button goes
                  }}
                />
              )
            }
          />
        </form>
      </search>
    </div>
  );
}
