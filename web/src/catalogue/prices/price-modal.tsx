import { Button, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CallInput } from '@portal/contract/call';
import type { setPrice } from '@portal/contract/catalogue/office-price';
import { newYorkDay } from '@portal/contract/days';
import { useState } from 'react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { money } from '../../shared/format/money.ts';
import { SearchSelect } from '../../shared/forms/search-select.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { catalogueCall, type PriceKind, setPriceCall, useItems } from '../api.ts';
import classes from '../catalogue.module.css';
import { examName } from '../exams/exam-words.ts';
import { MoneyInput } from '../money-input.tsx';
import { isOf, kindTexts, stateText } from './price-words.ts';

interface PriceModalProps {
  /** The priced item; null: to be chosen. */
  of: { kind: PriceKind; refId: number | null } | null;
  onClose: () => void;
}

const kinds = Object.entries(kindTexts).map(([value, label]) => ({ value, label }));
const FIELDS = ['amount', 'validFrom', 'reason', 'refId', 'kind'];

/** OM-11: a price, from now or from a later day on. */
export function PriceModal({ of, onClose }: PriceModalProps) {
  const [kind, setKind] = useState<PriceKind>(of?.kind ?? 'credit_member');
  const [refId, setRefId] = useState<number | null>(of?.refId ?? null);
  const [amount, setAmount] = useState<number | ''>('');
  const [begins, setBegins] = useState<'now' | 'day'>('now');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const set = useCommand(setPriceCall, {
    refreshes: [catalogueCall],
    onDone: () => {
      notifications.show({ message: 'The price was set.' });
      onClose();
    },
  });
  const errors = set.error?.problem.errors ?? [];
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message;
  const isSaid = errors.length > 0 && errors.every(({ path }) => FIELDS.includes(path));
  const isComplete =
    amount !== '' &&
    (isOf(kind) === null || refId !== null) &&
    (begins === 'now' || day !== '') &&
    reason.trim().length >= 3;
  const input = (): CallInput<typeof setPrice> => ({
    kind,
    ...(refId === null ? {} : { refId }),
    amount: Number(amount),
    validFrom: begins === 'now' ? 'now' : day,
    reason: reason.trim(),
  });
  return (
    <ModalFrame
      title="Set price"
      opened
      onClose={onClose}
      busy={set.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" disabled={set.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isComplete}
            loading={set.isPending}
            onClick={() => set.mutate(input())}
          >
            Set price
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <Select
          label="Price of"
          allowDeselect={false}
          disabled={of !== null}
          data={kinds}
          value={kind}
          error={errorAt('kind')}
          onChange={(chosen) => {
            setKind(chosen as PriceKind);
            setRefId(null);
          }}
        />
        {isOf(kind) !== null && (
          <OfWhat kind={kind} refId={refId} fixed={of !== null} onChange={setRefId} />
        )}
        <div className={classes.two}>
          <MoneyInput
            label="Amount"
            value={amount}
            error={errorAt('amount')}
            onChange={setAmount}
          />
          <div>
            <SegmentedControl
              aria-label="From"
              fullWidth
              mt={26}
              data={[
                { value: 'now', label: 'From now' },
                { value: 'day', label: 'From a day' },
              ]}
              value={begins}
              onChange={(next) => setBegins(next as 'now' | 'day')}
            />
          </div>
        </div>
        {begins === 'day' && (
          <TextInput
            type="date"
            label="From"
            description="It begins at midnight, New York"
            withAsterisk
            min={newYorkDay(new Date(Date.now() + 86_400_000))}
            value={day}
            error={errorAt('validFrom')}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Reason"
          withAsterisk
          maxLength={200}
          value={reason}
          error={errorAt('reason')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <KnownPrices kind={kind} refId={refId} />
        <Text c="dimmed">Students who already paid are not changed.</Text>
        <CallError error={isSaid ? null : set.error} />
      </Stack>
    </ModalFrame>
  );
}

/** The current and the future prices. */
function KnownPrices({ kind, refId }: { kind: PriceKind; refId: number | null }) {
  const { items } = useItems('prices', {});
  const known = (items ?? []).filter(
    (price) => price.kind === kind && price.refId === refId && price.state !== 'past',
  );
  const text = known
    .map((price) => `${stateText(price)}: ${money(price.amount)}`)
    .sort((a, b) => Number(b.startsWith('In')) - Number(a.startsWith('In')))
    .join(', ');
  return text === '' ? null : <Text role="status">{text}</Text>;
}

interface OfWhatProps {
  kind: PriceKind;
  refId: number | null;
  fixed: boolean;
  onChange: (id: number | null) => void;
}

/** The package or exam that a price is of. */
function OfWhat({ kind, refId, fixed, onChange }: OfWhatProps) {
  const of = isOf(kind);
  const { items: exams = [] } = useItems('exams', { retired: fixed, enabled: of === 'exam' });
  const { items: packages = [] } = useItems('packages', {
    retired: fixed,
    enabled: of === 'package',
  });
  const data =
    of === 'exam'
      ? exams.map((exam) => ({ value: String(exam.id), label: examName(exam) }))
      : packages.map((pack) => ({ value: String(pack.id), label: pack.display_name }));
  return (
    <SearchSelect
      label={of === 'exam' ? 'Exam' : 'Package'}
      withAsterisk
      disabled={fixed}
      nothingFoundMessage="Nothing found"
      limit={50}
      maxDropdownHeight={220}
      data={data}
      value={refId === null ? null : String(refId)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
