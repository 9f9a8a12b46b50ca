import { CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import type { ExamView } from '@portal/contract/exams/exam-view';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './exams-page.module.css';

interface ExamBarProps {
  /** null while search results are shown. */
  view: ExamView | null;
  term: string;
  /** Staff may look at the catalogue too. */
  withCatalog?: boolean;
  onView: (view: ExamView) => void;
  onSearch: (term: string) => void;
}

/** 'View all', 'My exams', for staff 'Admin view all', and the search, which runs on Enter.. */
export function ExamBar({ view, term, withCatalog = false, onView, onSearch }: ExamBarProps) {
  const [typed, setTyped] = useState(term);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(term), [term]);
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label="Which exams"
        className={classes.views}
        size="md"
        value={view ?? ''}
        onChange={(next) => onView(next as ExamView)}
        data={[
          { value: 'all', label: 'View all' },
          { value: 'my_exams', label: 'My exams' },
          ...(withCatalog ? [{ value: 'catalog', label: 'Admin view all' }] : []),
        ]}
      />
      <search className={classes.search}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSearch(typed);
          }}
        >
          <TextInput
            ref={input}
            aria-label="Search all exams"
            placeholder="Search all exams"
            type="search"
            enterKeyHint="search"
            maxLength={200}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
            rightSection={
              term !== '' && (
                <CloseButton
                  aria-label="Clear the search"
                  onClick={() => {
                    setTyped('');
                    onSearch('');
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
