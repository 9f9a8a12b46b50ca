import { Group, Title } from '@mantine/core';
import { useState } from 'react';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { useTitle } from '../shared/page/use-title.ts';
import { type Filters, useHistory } from './api.ts';
import classes from './history.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';

const names = ['kind', 'who', 'from', 'to'] as const;

/** The changes of the student in view and their authors. */
export function HistoryPage() {
  useTitle('History');
  const [filters, setFilters] = useState<Filters>({});
  return (
    <div className={classes.page}>
      <Group justify="space-between" gap="xs">
        <Title order={1} tabIndex={-1}>
          History
        </Title>
        <FiltersMenu
          table="student-history"
          query={filters}
          onApply={(saved) => setFilters(textsIn(saved, names) as Filters)}
        />
      </Group>
      <HistoryFilters filters={filters} onFilters={(next) => setFilters(next as Filters)} />
      <HistoryList history={useHistory(filters)} />
    </div>
  );
}
