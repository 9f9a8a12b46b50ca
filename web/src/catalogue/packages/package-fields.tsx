import {
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { OfficeExam } from '../api.ts';
import classes from '../catalogue.module.css';
import { examName } from '../exams/exam-words.ts';
import type { FormProps } from '../kept-modal.tsx';
import { MoneyInput } from '../money-input.tsx';
import type { PackageValues } from './package-form.ts';
import { vendorsText } from './package-words.ts';

const flags = [
  ['is_default', 'Default package'],
  ['admin_only', 'Given by the office only'],
  ['no_additional_fees', 'No additional fees'],
  ['is_special_program', 'Special program'],
] as const;

const vendors = [
  { value: '', label: vendorsText(null) },
  { value: '1,4', label: vendorsText('1,4') },
  { value: '3', label: vendorsText('3') },
];

interface PackageFieldsProps extends FormProps<PackageValues> {
  isNew: boolean;
  exams: readonly OfficeExam[];
}

/** The fields of a package. */
export function PackageFields({ values, errorAt, onChange, isNew, exams }: PackageFieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={100}
        value={values.display_name}
        error={errorAt('display_name')}
        onChange={(event) => onChange({ display_name: event.currentTarget.value })}
      />
      <div className={classes.two}>
        <NumberInput
          label="Credits"
          withAsterisk
          min={1}
          max={99}
          clampBehavior="none"
          value={values.number_of_credits}
          error={errorAt('number_of_credits')}
          onChange={(credits) =>
            onChange({ number_of_credits: credits === '' ? '' : Number(credits) })
          }
        />
        <Select
          label="Vendors"
          allowDeselect={false}
          data={vendors}
          value={values.vendors_allowed ?? ''}
          error={errorAt('vendors_allowed')}
          onChange={(chosen) =>
            onChange({ vendors_allowed: (chosen || null) as PackageValues['vendors_allowed'] })
          }
        />
        {isNew && (
          <>
            <MoneyInput
              label="Price"
              value={values.purchasePrice}
              error={errorAt('purchasePrice')}
              onChange={(purchasePrice) => onChange({ purchasePrice })}
            />
            <MoneyInput
              label="Proctor fee"
              value={values.proctorFeePrice}
              error={errorAt('proctorFeePrice')}
              onChange={(proctorFeePrice) => onChange({ proctorFeePrice })}
            />
          </>
        )}
      </div>
      <Stack gap="xs">
        {flags.map(([field, label]) => (
          <Checkbox
            key={field}
            label={label}
            checked={values[field]}
            error={errorAt(field)}
            onChange={(event) => onChange({ [field]: event.currentTarget.checked })}
          />
        ))}
      </Stack>
      <MultiSelect
        label="Only for these exams"
        description="None: for all exams of its vendors"
        searchable
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage="No exam found"
        limit={50}
        maxDropdownHeight={220}
        data={exams.map((exam) => ({ value: String(exam.id), label: examName(exam) }))}
        value={values.exams_allowed.map(String)}
        error={errorAt('exams_allowed')}
        onChange={(ids) => onChange({ exams_allowed: ids.map(Number) })}
      />
      <div className={classes.two}>
        <NumberInput
          label="Seminary study program"
          min={1}
          value={values.seminary_study_tti_program_id}
          error={errorAt('seminary_study_tti_program_id')}
          onChange={(id) =>
            onChange({ seminary_study_tti_program_id: id === '' ? '' : Number(id) })
          }
        />
        <NumberInput
          label="Year"
          min={2000}
          max={2200}
          clampBehavior="none"
          value={values.year}
          error={errorAt('year')}
          onChange={(year) => onChange({ year: year === '' ? '' : Number(year) })}
        />
      </div>
      <Textarea
        label="Description"
        description="Students read it"
        size="xs"
        maxLength={500}
        value={values.description}
        error={errorAt('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Textarea
        label="Internal comment"
        size="xs"
        maxLength={500}
        value={values.internal_comment}
        error={errorAt('internal_comment')}
        onChange={(event) => onChange({ internal_comment: event.currentTarget.value })}
      />
    </Stack>
  );
}
