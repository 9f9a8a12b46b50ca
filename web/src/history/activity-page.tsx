import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { useAfterPause } from '../shared/page/use-after-pause.ts';
import { type OfficeFilters, useOfficeHistory } from './api.ts';
import classes from './history.module.css';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryList } from './history-list.tsx';

const names = ['kind', 'who', 'from', 'to', 'loginName'] as const;
/** Letters that come sooner after each other are one question. */
const PAUSE_MS = 300;

/** All actions in the portal: author, time, record, change and origin. */
export function ActivityPage() {
  const [address, setAddress] = useSearchParams();
  const filters = Object.fromEntries(
    names.flatMap((name) => (address.get(name) ? [[name, address.get(name)]] : [])),
  ) as OfficeFilters;
  const [typed, setTyped] = useState(filters.loginName ?? '');
  const choose = (next: OfficeFilters) =>
    setAddress(
      names.flatMap((name): [string, string][] => (next[name] ? [[name, next[name]]] : [])),
      { replace: true },
    );
  const ask = useAfterPause(
    (loginName: string) => choose({ ...filters, loginName: loginName.trim() || undefined }),
    PAUSE_MS,
  );
  return (
    <StaffPage
      title="Activity"
      actions={
        <FiltersMenu
          table="activity"
          query={filters}
          onApply={(saved) => {
            const chosen = textsIn(saved, names) as OfficeFilters;
            setTyped(chosen.loginName ?? '');
            choose(chosen);
          }}
        />
      }
    >
      <div className={classes.page}>
        <HistoryFilters
          filters={filters}
          auditOf
          onFilters={(next) => {
            if (Object.keys(next).length === 0) setTyped('');
            choose(next);
          }}
        >
          <TextInput
            label="User name"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              ask(currentTarget.value);
            }}
          />
        </HistoryFilters>
        <HistoryList history={useOfficeHistory(filters)} leadsOn />
      </div>
    </StaffPage>
  );
}
