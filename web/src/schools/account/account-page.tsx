import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SearchSelect } from '../../shared/forms/search-select.tsx';
import { NO_SCHOOLS } from '../../shared/page/empty-lists.ts';
import { StaffPage } from '../../shared/page/staff-page.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { isOffice, mayPayByCard, useSchools } from '../api.ts';
import { AccountReport } from './account-report.tsx';
import { CardPaymentModal } from './card-payment-modal.tsx';

/** the account of a school that prepays; the office chooses the school first. R-291. */
export function SchoolAccountPage() {
  const schools = useSchools();
  const [search, setSearch] = useSearchParams();
  const [isPaying, setPaying] = useState(false);
  const charged = (schools.data ?? []).filter(({ chargeSchool }) => chargeSchool);
  const requestedSchool = Number(search.get('school'));
  const only = isOffice() ? undefined : charged[0];
  const school = only ?? charged.find(({ id }) => id === requestedSchool);
  return (
    <StaffPage
      title="Account"
      actions={
        school &&
        mayPayByCard() && (
          <Button leftSection={<IconPlus size={16} stroke={1.8} />} onClick={() => setPaying(true)}>
            Add payment
          </Button>
        )
      }
    >
      <CallError error={schools.error} onRetry={() => void schools.refetch()} />
      {isOffice() && (
        <SearchSelect
          label="School"
          placeholder="Choose a school"
          description={schools.data?.length === 0 ? NO_SCHOOLS : undefined}
          maw={360}
          data={charged.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={school ? String(school.id) : null}
          onChange={(id) => setSearch(id ? { school: id } : {}, { replace: true })}
        />
      )}
      {schools.data && !isOffice() && !only && <Text>This school does not have an account.</Text>}
      {school && <AccountReport key={school.id} schoolId={school.id} />}
      {school && isPaying && <CardPaymentModal school={school} onClose={() => setPaying(false)} />}
    </StaffPage>
  );
}
