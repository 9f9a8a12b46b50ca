import { Title } from '@mantine/core';
import { useState } from 'react';
import { useTitle } from '../shared/page/use-title.ts';
import { type Filters, useHistory } from './api.ts';
import classes from './history.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';

/** What happened to the student in view and who did it. */
export function HistoryPage() {
  useTitle('History');
  const [filters, setFilters] = useState<Filters>({});
  return (
    <div className={classes.page}>
      <Title order={1} tabIndex={-1}>
        History
      </Title>
      <HistoryFilters filters={filters} onFilters={(next) => setFilters(next as Filters)} />
      <HistoryList history={useHistory(filters)} />
    </div>
  );
}
