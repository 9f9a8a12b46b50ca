import { Checkbox, MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { SearchSelect } from '../../shared/forms/search-select.tsx';
import classes from '../catalogue.module.css';
import type { FormProps } from '../kept-modal.tsx';
import type { ExamValues } from './exam-form.ts';
import { examName, type Names } from './exam-words.ts';

interface ExamFieldsProps extends FormProps<ExamValues> {
  /** Of the exam that is changed: it cannot be its own course or requirement. */
  id: number | null;
  names: Names;
}

const texts = [
  ['allowedResources', 'Allowed resources', 500],
  ['contentCode', 'Online content code', 60],
  ['programContentCode', 'Course content code', 60],
  ['examProctorCode', 'Proctor code', 60],
  ['alt1', 'Other name 1', 60],
  ['alt2', 'Other name 2', 60],
  ['alt3', 'Other name 3', 60],
] as const;

const flags = [
  ['phonesystemActive', 'Offered for self-service'],
  ['onlineOnly', 'Online only'],
  ['paperOnly', 'Paper only'],
  ['assignments', 'Has assignments'],
  ['seminaryTesting', 'For seminary testing'],
] as const;

const numberOrEmpty = (typed: string | number): number | '' => (typed === '' ? '' : Number(typed));
const idOrNull = (id: string | null): number | null => (id === null ? null : Number(id));

/** The fields of an exam. */
export function ExamFields({ values, id, names, errorAt, onChange }: ExamFieldsProps) {
  const others = names.exams
    .filter((exam) => exam.id !== id)
    .map((exam) => ({ value: String(exam.id), label: examName(exam) }));
  return (
    <Stack gap="sm">
      <TextInput
        label="Subject"
        withAsterisk
        data-autofocus
        maxLength={120}
        value={values.subject}
        error={errorAt('subject')}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <div className={classes.two}>
        <Select
          label="Vendor"
          withAsterisk
          allowDeselect={false}
          data={names.vendors.map((vendor) => ({ value: String(vendor.id), label: vendor.name }))}
          value={values.vendorId === null ? null : String(values.vendorId)}
          error={errorAt('vendorId')}
          onChange={(vendor) => onChange({ vendorId: idOrNull(vendor) })}
        />
        <TextInput
          label="Code"
          withAsterisk
          maxLength={30}
          value={values.secularNumber}
          error={errorAt('secularNumber')}
          onChange={(event) => onChange({ secularNumber: event.currentTarget.value })}
        />
        <NumberInput
          label="Credits"
          withAsterisk
          min={0}
          max={12}
          clampBehavior="none"
          value={values.credits}
          error={errorAt('credits')}
          onChange={(credits) => onChange({ credits: numberOrEmpty(credits) })}
        />
        <NumberInput
          label="Minutes"
          withAsterisk
          min={5}
          max={210}
          clampBehavior="none"
          value={values.durationMinutes}
          error={errorAt('durationMinutes')}
          onChange={(minutes) => onChange({ durationMinutes: numberOrEmpty(minutes) })}
        />
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
        label="Required first"
        description="One of these must be passed before the exam"
        searchable
        comboboxProps={{ withinPortal: false }} // scrolls with the dialog on a phone
        nothingFoundMessage="No exam found"
        maxValues={10}
        limit={50}
        maxDropdownHeight={220}
        data={others}
        value={values.requiredExamIds.map(String)}
        error={errorAt('requiredExamIds')}
        onChange={(ids) => onChange({ requiredExamIds: ids.map(Number) })}
      />
      <SearchSelect
        label="Course version of"
        comboboxProps={{ withinPortal: false }} // scrolls with the dialog on a phone
        clearable
        nothingFoundMessage="No exam found"
        limit={50}
        maxDropdownHeight={220}
        data={others}
        value={
          values.alternateCourseVersion === null ? null : String(values.alternateCourseVersion)
        }
        error={errorAt('alternateCourseVersion')}
        onChange={(exam) => onChange({ alternateCourseVersion: idOrNull(exam) })}
      />
      <div className={classes.two}>
        {texts.map(([field, label, most]) => (
          <TextInput
            key={field}
            label={label}
            maxLength={most}
            value={values[field]}
            error={errorAt(field)}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Stack>
  );
}
