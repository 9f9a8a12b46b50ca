import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  academicYearNow,
  addSeminaryStudent,
  editSeminaryStudent,
} from '@portal/contract/seminary/students';
import { IconCircleCheck } from '@tabler/icons-react';
import * as z from 'zod';
import { useCommand } from '../shared/api/calls.ts';
import { isRefusal } from '../shared/api/client.ts';
import { ModalFrame } from '../shared/dialogs/modal-frame.tsx';
import { MaskedInput } from '../shared/forms/masked-input.tsx';
import { dateMask, lastFourMask } from '../shared/forms/masks.ts';
import { useCallForm } from '../shared/forms/use-call-form.ts';
import { NO_SEMINARIES } from '../shared/page/empty-lists.ts';
import { SameStudents } from '../shared/students/same-students.tsx';
import { BlockSkeleton, CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import {
  addCall,
  allCall,
  editCall,
  type SeminaryStudent,
  useSeminaries,
  yearText,
} from './api.ts';
import classes from './seminary.module.css';
import {
  fieldsOf,
  labels,
  noSeminaryStudent,
  type SeminaryField,
  toWire,
} from './seminary-form.ts';

const plain = { autoComplete: 'off', maxLength: 254 } as const;
const EARLIEST = 2000;

/** Years that can be chosen, the next one first. */
function yearsTo(now: number): { value: string; label: string }[] {
  const years = Array.from({ length: now + 2 - EARLIEST }, (_, back) => now + 1 - back);
  return years.map((year) => ({ value: String(year), label: yearText(year) }));
}

type Input = Parameters<ReturnType<typeof useCommand<typeof addSeminaryStudent>>['mutate']>[0];

interface SeminaryStudentModalProps {
  /** The student to edit; null: a new one. */
  student: SeminaryStudent | null;
  onClose: () => void;
}

/** M-47: the form of a seminary student, with M-31 when another has the same SSN and birth date. */
export function SeminaryStudentModal({ student, onClose }: SeminaryStudentModalProps) {
  const thisYear = academicYearNow();
  const before = student
    ? fieldsOf(student)
    : { ...noSeminaryStudent, seminaryYear: String(thisYear) };
  const seminaries = useSeminaries();
  const call = student ? editSeminaryStudent : addSeminaryStudent;
  const about = student ? { student_id: student.id } : {};
  const form = useCallForm({
    schema: z.preprocess((typed) => ({ ...about, ...toWire(typed as object) }), call.body),
    initial: before,
  });
  const add = useCommand(addCall, { refreshes: [allCall] });
  const edit = useCommand(editCall, { refreshes: [allCall] });
  const saving = student ? edit : add;
  const save = (confirmDoubleSsnDob: boolean) => {
    const onError = (failure: Error) => form.showFailure(failure);
    const input = toWire(form.values) as never as Input;
    if (student) edit.mutate({ ...input, student_id: student.id }, { onError });
    else
      add.mutate(
        { ...input, ...(confirmDoubleSsnDob ? { confirmDoubleSsnDob } : {}) },
        { onError },
      );
  };
  const title = student ? 'Edit seminary student' : 'Add seminary student';
  if (saving.isSuccess)
    return (
      <ModalFrame
        title={title}
        opened
        onClose={onClose}
        foot={
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
          </Button>
        }
      >
        <Outcome>
          <Note tone="moss" icon={IconCircleCheck}>
            Student successfully {student ? 'edited' : 'added'}
          </Note>
        </Outcome>
      </ModalFrame>
    );
  if (isRefusal(saving.error, 'duplicate_seminary_student'))
    return (
      <SameStudents
        message={saving.error.message}
        students={((saving.error.problem.students ?? []) as SeminaryStudent[]).map((one) => ({
          ...one,
          schoolName: one.seminaryName,
        }))}
        busy={saving.isPending}
        onContinue={() => save(true)}
        onCancel={onClose}
      />
    );
  const isChanged = (Object.keys(before) as SeminaryField[]).some(
    (name) => before[name].trim() !== form.values[name].trim(),
  );
  const text = (name: SeminaryField, more: object = {}) => (
    <TextInput {...plain} {...form.getInputProps(name)} {...more} label={labels[name]} />
  );
  const fixed = (name: SeminaryField, mask: typeof lastFourMask, placeholder?: string) =>
    student ? (
      <TextInput label={labels[name]} value={form.values[name]} readOnly />
    ) : (
      <MaskedInput
        {...plain}
        {...form.getInputProps(name)}
        value={form.values[name]}
        mask={mask}
        label={labels[name]}
        placeholder={placeholder}
      />
    );
  const choice = (name: SeminaryField, data: { value: string; label: string }[]) => (
    <NativeSelect size="xs" {...form.getInputProps(name)} label={labels[name]} data={data} />
  );
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      width={896}
      busy={saving.isPending}
      foot={
        <>
          <Button variant="default" onClick={onClose} disabled={saving.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="seminary-student"
            disabled={!isChanged}
            loading={saving.isPending}
          >
            Save
          </Button>
        </>
      }
    >
      <CallError error={seminaries.error} onRetry={() => void seminaries.refetch()} />
      {seminaries.isPending && <BlockSkeleton height={280} />}
      {!seminaries.isPending && (
        <form
          id="seminary-student"
          noValidate
          className={classes.fields}
          onSubmit={form.onSubmit(() => save(false))}
        >
          {text('firstName')}
          {text('lastName')}
          {fixed('ssn', lastFourMask)}
          {fixed('dob', dateMask, 'MM/DD/YYYY')}
          {text('email', { type: 'email' })}
          {text('phone', { type: 'tel' })}
          {text('address')}
          {text('city')}
          {text('state')}
          {text('zip')}
          {text('country')}
          {choice('seminaryId', [
            { value: '', label: 'Choose' },
            ...(seminaries.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ])}
          {seminaries.data?.length === 0 && <p>{NO_SEMINARIES}</p>}
          {choice('seminaryYear', yearsTo(thisYear))}
          {text('semEmail', { type: 'email' })}
          {text('semPhone', { type: 'tel' })}
        </form>
      )}
      <CallError error={saving.error} />
    </ModalFrame>
  );
}
