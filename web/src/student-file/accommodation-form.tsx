import {
  Button,
  FileInput,
  Group,
  NumberInput,
  Select,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { newYorkDay } from '@portal/contract/days';
import { type FormEvent, useState } from 'react';
import { isRefusal } from '../shared/api/client.ts';
import { CallError } from '../shared/ui/feedback.tsx';
import { daysText, kindText, kindTexts } from './accommodation-words.ts';
import type { Accommodation } from './api.ts';
import { elsewhere, errorAt } from './field-errors.ts';
import classes from './student-file.module.css';
import { useSaveAccommodation } from './use-save-accommodation.ts';

const kinds = Object.entries(kindTexts).map(([value, label]) => ({ value, label }));
const IN_MINUTES = 'minutes';
const amounts = [
  { value: '25', label: '25 %' },
  { value: '50', label: '50 %' },
  { value: '100', label: '100 %' },
  { value: IN_MINUTES, label: 'In minutes' },
];
const fields = ['kind', 'percent', 'minutes', 'text', 'validFrom', 'validUntil', 'document'];

interface AccommodationFormProps {
  /** The current state of the edited accommodation: others may change it while the form is open. */
  one?: Accommodation;
  onClose: () => void;
}

/** OM-15: an accommodation, new or changed. It is in force once it is approved. */
export function AccommodationForm({ one, onClose }: AccommodationFormProps) {
  const [seen, setSeen] = useState(one);
  return (
    <Fields
      key={seen?.version}
      {...(seen ? { seen } : {})}
      {...(one ? { now: one } : {})}
      onTheirs={() => setSeen(one)}
      onClose={onClose}
    />
  );
}

interface FieldsProps {
  /** From which the form was made; absent: it is a new one. */
  seen?: Accommodation;
  now?: Accommodation;
  /** Restarts the form from the current values. */
  onTheirs: () => void;
  onClose: () => void;
}

function Fields({ seen: one, now, onTheirs, onClose }: FieldsProps) {
  const [kind, setKind] = useState<Accommodation['kind']>(one?.kind ?? 'extra_time');
  const [amount, setAmount] = useState(String(one?.percent ?? (one?.minutes ? IN_MINUTES : 25)));
  const [minutes, setMinutes] = useState<number | ''>(one?.minutes ?? '');
  const [text, setText] = useState(one?.text ?? '');
  const [validFrom, setValidFrom] = useState(one?.validFrom ?? newYorkDay(new Date()));
  const [validUntil, setValidUntil] = useState(one?.validUntil ?? '');
  const [document, setDocument] = useState<File | null>(null);
  const save = useSaveAccommodation(onClose);
  const hasMinutes = kind === 'breaks' || (kind === 'extra_time' && amount === IN_MINUTES);
  const isFilled =
    validFrom !== '' && (!hasMinutes || minutes !== '') && (kind !== 'other' || text.trim() !== '');
  const send = (version: number | undefined) => {
    if (!isFilled || save.isPending) return;
    const input = {
      ...(one ? { accommodationId: one.accommodationId, version } : {}),
      ...(kind === 'extra_time' && amount !== IN_MINUTES ? { percent: Number(amount) } : {}),
      ...(hasMinutes ? { minutes: Number(minutes) } : {}),
      ...(text.trim() === '' ? {} : { text }),
      ...(validUntil === '' ? {} : { validUntil }),
      kind,
      validFrom,
    };
    save.mutate({ input, document });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(one?.version);
  };
  return (
    <form
      onSubmit={submit}
      className={classes.form}
      aria-label={one ? 'Edit accommodation' : 'Add accommodation'}
    >
      <Select
        label="Kind"
        data={kinds}
        value={kind}
        error={errorAt(save.error, 'kind')}
        onChange={(chosen) => setKind(chosen as Accommodation['kind'])}
      />
      {kind === 'extra_time' && (
        <Select
          label="How much"
          data={amounts}
          value={amount}
          error={errorAt(save.error, 'percent')}
          onChange={(chosen) => setAmount(chosen ?? IN_MINUTES)}
        />
      )}
      {hasMinutes && (
        <NumberInput
          label="Minutes an exam"
          min={5}
          max={kind === 'breaks' ? 60 : 240}
          step={5}
          value={minutes}
          error={errorAt(save.error, 'minutes')}
          onChange={(value) => setMinutes(value === '' ? '' : Number(value))}
        />
      )}
      <Textarea
        label={kind === 'other' ? 'What' : 'Remark (optional)'}
        value={text}
        maxLength={500}
        error={errorAt(save.error, 'text')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label="First day"
          value={validFrom}
          error={errorAt(save.error, 'validFrom')}
          onChange={(event) => setValidFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Last day (optional)"
          value={validUntil}
          error={errorAt(save.error, 'validUntil')}
          onChange={(event) => setValidUntil(event.currentTarget.value)}
        />
      </Group>
      <FileInput
        label="Document (optional)"
        placeholder="Choose a file"
        description="PDF, JPG or PNG, at most 10 MB. Only admins open it."
        accept=".pdf,.jpg,.jpeg,.png"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove document' }}
        value={document}
        error={errorAt(save.error, 'document')}
        onChange={setDocument}
      />
      <CallError error={elsewhere(save.error, fields)} />
      {now && now.version !== one?.version && isRefusal(save.error, 'changed') && (
        <div className={classes.actions}>
          <Text size="sm" w="100%">
            <bdi>
              {`Theirs: ${[kindText(now), now.text, daysText(now)].filter(Boolean).join('. ')}`}
            </bdi>
          </Text>
          <Button variant="default" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={() => send(now.version)}>
            Use mine
          </Button>
        </div>
      )}
      <div className={classes.actions}>
        <Button type="submit" disabled={!isFilled} loading={save.isPending}>
          Save
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
