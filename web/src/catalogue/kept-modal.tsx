import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { CallAnswer, CallInput, CallSpec } from '@portal/contract/call';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCommand } from '../shared/api/calls.ts';
import type { Wire } from '../shared/api/client.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { ChangedMeanwhile } from '../shared/history/changed-meanwhile.tsx';
import { CallError } from '../shared/ui/feedback.tsx';
import { type CataloguePart, catalogueCall, showChanged } from './api.ts';
import { Facts } from './facts.tsx';
import { differing, typedOver } from './typed-over.ts';

export interface FormProps<Values> {
  values: Values;
  errorAt: (path: string) => string | undefined;
  onChange: (changed: Partial<Values>) => void;
}

interface KeptItem {
  id: number;
  active: boolean;
  lastChange: string | null;
  lastChangeBy: string | null;
}

interface KeptModalProps<Item extends KeptItem, Values extends object, Spec extends CallSpec> {
  /** Null: a new one. */
  item: Item | null;
  part: CataloguePart;
  /** 'exam' */
  noun: string;
  nameOf: (item: Item) => string;
  empty: Values;
  valuesOf: (item: Item) => Values;
  isComplete: (values: Values) => boolean;
  /** Field, title and text of each value, in the order of the form. */
  inWords: (values: Values) => readonly (readonly [keyof Values, string, string])[];
  call: Wire<Spec>;
  /** `seen` is the item being edited. */
  inputOf: (values: Values, seen: Item | null) => CallInput<Spec>;
  mayEdit: boolean;
  onClose: () => void;
  fields: (props: FormProps<Values>) => ReactNode;
  /** Shown below the fields. */
  note?: ReactNode;
}

/** Something in the catalogue, new, changed, or only read. */
export function KeptModal<
  Item extends KeptItem,
  Values extends object,
  Spec extends CallSpec & { answer: { _zod: { output: { item: Item } } } },
>(props: KeptModalProps<Item, Values, Spec>) {
  const { item, part, noun, nameOf, empty, valuesOf, inWords, inputOf, mayEdit, onClose } = props;
  const [seen, setSeen] = useState(item);
  const [values, setValues] = useState<Values>(() => (item ? valuesOf(item) : empty));
  const client = useQueryClient();
  const save = useCommand(props.call, {
    refreshes: [catalogueCall],
    onDone: (answer: CallAnswer<Spec>) => {
      const saved = (answer as { item: Item }).item;
      showChanged(client, part, saved);
      notifications.show({ message: `${nameOf(saved)} was ${item ? 'changed' : 'added'}.` });
      onClose();
    },
  });
  if (!mayEdit && item)
    return (
      <ModalFrame title={nameOf(item)} opened onClose={onClose} width={640}>
        <Facts
          facts={inWords(valuesOf(item)).map(([, title, text]) => [title, text] as const)}
          change={item}
        />
      </ModalFrame>
    );
  const problem = save.error?.problem;
  const current = problem?.code === 'changed' ? (problem.current as Item | undefined) : undefined;
  if (current && seen) {
    const theirs = valuesOf(current);
    const touched = differing(valuesOf(seen), theirs);
    const mine = new Map(inWords(values).map(([field, , text]) => [field, text]));
    return (
      <ChangedMeanwhile
        sentence={save.error?.message ?? ''}
        rows={inWords(theirs)
          .filter(([field]) => touched.includes(field))
          .map(([field, title, text]) => ({
            field: title,
            theirs: text,
            yours: mine.get(field) ?? '',
          }))}
        onTheirs={() => {
          setSeen(current);
          setValues(theirs);
          save.reset();
        }}
        onMine={() => {
          const merged = typedOver(theirs, valuesOf(seen), values);
          setSeen(current);
          setValues(merged);
          save.mutate(inputOf(merged, current));
        }}
        onClose={onClose}
      />
    );
  }
  const errors = problem?.errors ?? [];
  const fieldOf = (path: string) => path.split('.')[0] ?? path;
  const isSaidAtFields = errors.length > 0 && errors.every(({ path }) => fieldOf(path) in empty);
  return (
    <ModalFrame
      title={item ? `Edit ${nameOf(item)}` : `Add ${noun}`}
      opened
      onClose={onClose}
      busy={save.isPending}
      width={640}
      foot={
        <>
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!props.isComplete(values)}
            loading={save.isPending}
            onClick={() => save.mutate(inputOf(values, seen))}
          >
            Save
          </Button>
        </>
      }
    >
      {props.fields({
        values,
        errorAt: (path) => errors.find((one) => fieldOf(one.path) === path)?.message,
        onChange: (changed) => setValues({ ...values, ...changed }),
      })}
      {props.note}
      <CallError error={isSaidAtFields ? null : save.error} />
    </ModalFrame>
  );
}
