import { Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { FileReport } from '../shared/table/file-report.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import type { ImportField, Reading, School, Uploaded } from './api.ts';
import {
  fieldOf,
  fields,
  fieldWords,
  missingFields,
  requiredFields,
  withColumn,
} from './field-words.ts';
import classes from './imports.module.css';

const NOT_READ = { value: '', label: 'Not read' };
const fieldChoices = [
  NOT_READ,
  ...fields.map((field) => ({
    value: field,
    label: fieldWords[field] + (requiredFields.includes(field) ? ' *' : ''),
  })),
];
const dateOrders = [
  { value: 'MDY', label: 'Month, day, year (04/15/2004)' },
  { value: 'DMY', label: 'Day, month, year (15/04/2004)' },
  { value: 'YMD', label: 'Year, month, day (2004-04-15)' },
];

interface ColumnsStepProps {
  uploaded: Uploaded;
  school: School | undefined;
  reading: Reading;
  onReading: (reading: Reading) => void;
  busy: boolean;
  error: Error | null;
  onBack: () => void;
  onCheck: () => void;
}

/** The field of each column, and the default of a field where a row has no value. R-565. */
export function ColumnsStep({
  uploaded: { columns, report },
  school,
  reading,
  onReading,
  busy,
  error,
  onBack,
  onCheck,
}: ColumnsStepProps) {
  const { mapping, defaults, dateOrder } = reading;
  const missing = missingFields(reading);
  const withDefault = (name: keyof Reading['defaults'], value: string) => {
    const { [name]: _, ...others } = defaults;
    onReading({
      ...reading,
      defaults: (value === '' ? others : { ...others, [name]: value }) as Reading['defaults'],
    });
  };
  const cohorts = (school?.school_cohorts ?? '').split(',').filter((cohort) => cohort !== '');
  return (
    <div className={classes.step}>
      <FileReport report={report} />
      <ul className={classes.required} aria-label="Required fields">
        {requiredFields.map((field) => (
          <li key={field} data-missing={missing.includes(field) || undefined}>
            {missing.includes(field) ? (
              <IconAlertCircle size={16} stroke={1.8} aria-hidden="true" />
            ) : (
              <IconCircleCheck size={16} stroke={1.8} aria-hidden="true" />
            )}
            {missing.includes(field) ? `${fieldWords[field]}: no column yet` : fieldWords[field]}
          </li>
        ))}
      </ul>
      <ul className={classes.columns} aria-label="Columns of the file">
        {columns.map(({ column, guess, samples }) => {
          const field = fieldOf(mapping, column);
          return (
            <li key={column} data-unread={field === null || undefined}>
              <div className={classes.column}>
                <bdi className={classes.name}>{column}</bdi>
                <span className={classes.samples}>
                  {samples.length === 0
                    ? 'Empty'
                    : samples.map((sample, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: fixed order
                        <bdi key={at}>{sample}</bdi>
                      ))}
                </span>
              </div>
              <NativeSelect
                aria-label={`Read ${column} as`}
                data={fieldChoices}
                value={field ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onReading({
                    ...reading,
                    mapping: withColumn(mapping, column, (value || null) as ImportField | null),
                  })
                }
                description={guess !== null && guess === field ? 'Guessed by its name' : undefined}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
            </li>
          );
        })}
      </ul>
      <fieldset className={classes.defaults}>
        <legend>Dates, and what is the same for all rows that say nothing</legend>
        <NativeSelect
          label="Dates are written"
          data={dateOrders}
          value={dateOrder}
          onChange={({ currentTarget: { value } }) =>
            onReading({ ...reading, dateOrder: value as Reading['dateOrder'] })
          }
        />
        <NativeSelect
          label="Gender"
          data={[
            { value: '', label: 'As in the file' },
            { value: '1', label: 'Men' },
            { value: '2', label: 'Women' },
          ]}
          value={defaults.gender ?? ''}
          onChange={({ currentTarget: { value } }) => withDefault('gender', value)}
        />
        <NativeSelect
          label="Cohort"
          description={cohorts.length > 0 ? `The school has ${cohorts.join(', ')}` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[{ value: '', label: 'As in the file' }, ...cohorts]}
          value={defaults.cohort ?? ''}
          onChange={({ currentTarget: { value } }) => withDefault('cohort', value)}
        />
        <TextInput
          label="Country"
          placeholder="As in the file"
          maxLength={60}
          value={defaults.country ?? ''}
          onChange={({ currentTarget: { value } }) => withDefault('country', value)}
        />
      </fieldset>
      <CallError error={error} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button onClick={onCheck} loading={busy} disabled={missing.length > 0}>
          Check the rows
        </Button>
        {missing.length > 0 && (
          <Text c="dimmed" fz="sm">
            {`Missing: ${missing.map((field) => fieldWords[field]).join(', ')}.`}
          </Text>
        )}
      </div>
    </div>
  );
}
