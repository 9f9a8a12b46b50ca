import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useDialogAddress } from '../shared/dialogs/dialog-history.tsx';
import { textsIn } from '../shared/filters/filter-query.ts';
import { FiltersMenu } from '../shared/filters/filters-menu.tsx';
import { NO_SCHOOLS } from '../shared/page/empty-lists.ts';
import { DataTable } from '../shared/table/data-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { useTableState } from '../shared/table/table-state.ts';
import { AccountReportDrawer } from './account/account-report-drawer.tsx';
import { AddPaymentModal } from './account/add-payment-modal.tsx';
import { CardPaymentModal } from './account/card-payment-modal.tsx';
import { mayPayByCard, mayRecordPayments, type School, useSchools } from './api.ts';
import classes from './schools.module.css';
import { StudentList } from './student-list.tsx';

const columns: readonly Column<School>[] = [
  { id: 'name', title: 'School', text: ({ name }) => name },
  { id: 'address', title: 'Address', text: ({ address }) => address ?? '' },
  { id: 'city', title: 'City', text: ({ city }) => city ?? '' },
];

/** Returns the schools whose name, address or city contains every word. */
const found = (schools: readonly School[], term: string): School[] => {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  return schools.filter(({ name, address, city }) => {
    const text = [name, address, city].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

type Opened = { what: 'students' | 'card' | 'report'; school: School };

/** Step 1 of A-22: the school. R-259. */
export function SchoolList({ onChosen }: { onChosen: (schoolId: number) => void }) {
  const schools = useSchools();
  const [term, setTerm] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [state, setState] = useTableState();
  // in the address, so that the finder can open it: `?dialog=payment&of=<school>`
  const address = useDialogAddress();
  const shown = schools.data && found(schools.data, term);
  const close = () => setOpened(null);
  const openedAs = (what: Opened['what']) => (opened?.what === what ? opened.school : null);
  const managed = openedAs('students');
  const paying =
    address.shown?.name === 'payment' && mayRecordPayments()
      ? schools.data?.find(({ id, chargeSchool }) => chargeSchool && id === address.shown?.of)
      : undefined;
  const charging = openedAs('card');
  const reported = openedAs('report');
  return (
    <>
      <form
        className={classes.search}
        // they are found as one types; Enter keeps the page
        onSubmit={(event) => event.preventDefault()}
      >
        <TextInput
          type="search"
          aria-label="Search all schools"
          placeholder="Search all schools"
          leftSection={<IconSearch size={16} stroke={1.8} />}
          className={classes.searchField}
          maxLength={100}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setTerm('')}>
          View all schools
        </Button>
        <FiltersMenu
          table="schools"
          query={{ search: term }}
          onApply={(saved) => setTerm(textsIn(saved, ['search']).search ?? '')}
        />
      </form>
      <DataTable
        name="schools"
        columns={columns}
        rows={shown}
        total={shown?.length ?? 0}
        pageSize={1000}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        state={{ ...state, page: 1 }}
        onState={setState}
        refreshing={schools.isFetching}
        error={schools.error}
        onRetry={() => void schools.refetch()}
        empty={schools.data?.length === 0 ? NO_SCHOOLS : 'No results found.'}
        actions={(school) => (
          <div className={classes.rowButtons}>
            {mayRecordPayments() && school.chargeSchool && (
              <>
                <RowButton school={school} onPress={() => address.open('payment', school.id)}>
                  Add payment
                </RowButton>
                {mayPayByCard() && (
                  <RowButton school={school} onPress={() => setOpened({ what: 'card', school })}>
                    Add cc payment
                  </RowButton>
                )}
                <RowButton school={school} onPress={() => setOpened({ what: 'report', school })}>
                  Account report
                </RowButton>
              </>
            )}
            <RowButton school={school} onPress={() => setOpened({ what: 'students', school })}>
              Manage students
            </RowButton>
            <RowButton school={school} onPress={() => onChosen(school.id)} isMain>
              Sessions
            </RowButton>
          </div>
        )}
      />
      {managed && <StudentList key={managed.id} schoolId={managed.id} title={managed.name} />}
      {paying && <AddPaymentModal key={paying.id} school={paying} onClose={address.close} />}
      {charging && <CardPaymentModal key={charging.id} school={charging} onClose={close} />}
      {reported && <AccountReportDrawer key={reported.id} school={reported} onClose={close} />}
    </>
  );
}

interface RowButtonProps {
  school: School;
  isMain?: boolean;
  onPress: () => void;
  children: string;
}

const RowButton = ({ school, isMain = false, onPress, children }: RowButtonProps) => (
  <Button
    size="compact-sm"
    variant={isMain ? 'filled' : 'default'}
    aria-label={`${children}, ${school.name}`}
    onClick={onPress}
  >
    {children}
  </Button>
);
