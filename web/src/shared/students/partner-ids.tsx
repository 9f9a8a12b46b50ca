import { Button, TextInput } from '@mantine/core';
import type { PartnerIds } from '@portal/contract/students/partner-ids';
import { savePartnerIds as spec } from '@portal/contract/students/partner-ids';
import { IconCircleCheck } from '@tabler/icons-react';
import { useAnswer, useCommand } from '../api/calls.ts';
import { api } from '../api/client.ts';
import { historyCall } from '../api/student.ts';
import { useCallForm } from '../forms/use-call-form.ts';
import { BlockSkeleton, CallError, Note, Outcome } from '../ui/feedback.tsx';
import classes from './students.module.css';
import { TalLookup } from './tal-lookup.tsx';

const fields = [
  { name: 'talId', label: 'TAL id' },
  { name: 'cccId', label: 'Coopersmith id' },
  { name: 'ttiId', label: 'TTI id' },
  { name: 'maspedId', label: 'MASPED id' },
] as const;

/** The partner ids as a section of the student form. */
export const PartnerIdsSection = () => (
  <section className={classes.form} aria-label="Partner ids">
    <h3 className={classes.part}>Partner ids</h3>
    <PartnerIdFields />
  </section>
);

/** The ids of the student in view at partners, which staff change by hand. C-O66, R-403 */
export function PartnerIdFields() {
  const ids = useAnswer(api.getPartnerIds, {});
  return (
    <>
      {ids.isPending && <BlockSkeleton height={92} />}
      <CallError error={ids.error} onRetry={() => void ids.refetch()} busy={ids.isFetching} />
      {ids.data && <PartnerIdsForm key={JSON.stringify(ids.data)} ids={ids.data} />}
      {ids.data?.talId === null && <TalLookup />}
    </>
  );
}

function PartnerIdsForm({ ids }: { ids: PartnerIds }) {
  const initial = {
    talId: ids.talId ?? '',
    cccId: ids.cccId ?? '',
    ttiId: ids.ttiId ?? '',
    maspedId: ids.maspedId ?? '',
  };
  const form = useCallForm({ schema: spec.body, initial });
  const refreshes = [api.getPartnerIds, api.adminGetStudentInfo, historyCall];
  const save = useCommand(api.savePartnerIds, { refreshes });
  const changed = fields.filter(({ name }) => form.values[name].trim() !== initial[name]);
  const submit = form.onSubmit(() =>
    save.mutate(
      Object.fromEntries(changed.map(({ name }) => [name, form.values[name].trim() || null])),
      { onError: (failure) => void form.showFailure(failure) },
    ),
  );
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <div className={classes.fields}>
        {fields.map(({ name, label }) => (
          <TextInput
            key={name}
            label={label}
            maxLength={50}
            autoComplete="off"
            dir="ltr"
            {...form.getInputProps(name)}
          />
        ))}
      </div>
      <CallError error={save.error} />
      {save.data && changed.length === 0 && (
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            The partner ids were saved.
          </Note>
        </Outcome>
      )}
      <div>
        <Button
          type="submit"
          variant="default"
          disabled={changed.length === 0}
          loading={save.isPending}
        >
          Save partner ids
        </Button>
      </div>
    </form>
  );
}
