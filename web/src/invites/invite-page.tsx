import { Button, Text, TextInput } from '@mantine/core';
import type { SeminaryStudent } from '@portal/contract/seminary/students';
import { emailAddStudentLinkToNonMember } from '@portal/contract/students/enrol';
import type { StudentBrief } from '@portal/contract/students/staff-student';
import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { tableDay } from '../shared/format/dates.ts';
import { SearchSelect } from '../shared/forms/search-select.tsx';
import { useCallForm } from '../shared/forms/use-call-form.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { PlainTable } from '../shared/table/plain-table.tsx';
import type { Column } from '../shared/table/table-props.ts';
import { BlockSkeleton, CallError, Note, Outcome } from '../shared/ui/feedback.tsx';
import { useColleges, useInvite, useSeminaryStudent } from './api.ts';
import classes from './invites.module.css';

const { firstName, email, collegeId } = emailAddStudentLinkToNonMember.body.shape;
/** The fields of the call as a form holds them: an id that was chosen is text. */
const fields = z.object({
  firstName,
  email,
  collegeId: z.string({ error: 'College invalid' }).transform(Number).pipe(collegeId),
});
const TITLE = 'Non-member invite';
const empty = { firstName: '', email: '', collegeId: '' };

const columns: readonly Column<StudentBrief>[] = [
  {
    id: 'name',
    title: 'Student',
    text: (one) => `${one.lastName}, ${one.firstName}`,
    cell: (one) => <strong>{`${one.lastName}, ${one.firstName}`}</strong>,
  },
  { id: 'ssn', title: 'SSN', text: ({ ssn }) => ssn },
  { id: 'dob', title: 'Date of birth', text: ({ dob }) => tableDay(dob) },
  { id: 'email', title: 'Email', text: (one) => one.email ?? '' },
  { id: 'college', title: 'College', text: ({ collegeName }) => collegeName ?? '' },
  { id: 'school', title: 'School', text: ({ schoolName }) => schoolName ?? '' },
  { id: 'jseId', title: 'JSE ID', text: ({ jseId }) => jseId ?? '' },
];

/** emails a sign-up link to a person without an account. */
export function InvitePage() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  return Number.isInteger(id) && id > 0 ? <OfSeminary id={id} /> : <Invite seminary={null} />;
}

/** For a listed seminary student: known facts are prefilled and the new account is linked. */
function OfSeminary({ id }: { id: number }) {
  const found = useSeminaryStudent(id);
  if (found.data) return <Invite seminary={found.data.seminaryStudent} />;
  return (
    <StaffPage title={TITLE}>
      <CallError error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching} />
      {found.isPending && <BlockSkeleton height={240} />}
    </StaffPage>
  );
}

function Invite({ seminary }: { seminary: SeminaryStudent | null }) {
  const invite = useInvite();
  const { data } = invite;
  return (
    <StaffPage title={TITLE}>
      <div className={classes.page}>
        {data?.responseCode === 1 ? (
          <Outcome>
            <Note tone="moss" icon={IconCircleCheck}>
              {data.message}
            </Note>
            <div>
              {seminary ? (
                <Button component={Link} to="/admin/seminary-students">
                  Free seminary exams
                </Button>
              ) : (
                <Button onClick={() => invite.reset()}>Invite another non-member</Button>
              )}
            </div>
          </Outcome>
        ) : (
          <InviteForm invite={invite} seminary={seminary} />
        )}
        {data?.responseCode === 2 && (
          <Outcome>
            <Note tone="brass" icon={IconAlertTriangle}>
              {data.message}
            </Note>
            <PlainTable
              title="Students with this email"
              columns={columns}
              rows={data.students}
              keyOf={({ id }) => id}
              empty="No students found"
            />
          </Outcome>
        )}
      </div>
    </StaffPage>
  );
}

interface InviteFormProps {
  invite: ReturnType<typeof useInvite>;
  seminary: SeminaryStudent | null;
}

function InviteForm({ invite, seminary }: InviteFormProps) {
  const colleges = useColleges();
  const known = seminary && { firstName: seminary.firstName, email: seminary.email };
  const form = useCallForm({ schema: fields, initial: { ...empty, ...known }, keep: true });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) first.current?.focus();
  }, []);
  const isReady = form.isValid();
  const send = () => {
    const values = form.getValues();
    invite.mutate(
      {
        firstName: values.firstName.trim(),
        email: values.email.trim(),
        collegeId: Number(values.collegeId),
        ...(seminary ? { seminaryStudentId: seminary.id } : {}),
      },
      {
        onSuccess: () => form.resetDirty(),
        onError: (failure) => form.showFailure(failure),
      },
    );
  };
  const plain = { autoComplete: 'off', maxLength: 254 } as const;
  return (
    <form
      aria-label="Non-member"
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(() => {
        if (!invite.isPending) send();
      })}
    >
      <TextInput {...plain} {...form.getInputProps('firstName')} ref={first} label="First name" />
      <TextInput {...plain} {...form.getInputProps('email')} type="email" label="Email" />
      <SearchSelect
        {...form.getInputProps('collegeId')}
        value={form.values.collegeId || null}
        onChange={(value) => form.setFieldValue('collegeId', value ?? '')}
        label="College"
        comboboxProps={{ withinPortal: false }} // within the page's landmark
        disabled={!colleges.data}
        data={colleges.data?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      />
      <CallError
        error={colleges.error}
        onRetry={() => void colleges.refetch()}
        busy={colleges.isFetching}
      />
      <CallError error={invite.error} />
      <div className={classes.send}>
        <Button
          type="submit"
          disabled={!isReady}
          loading={invite.isPending}
          leftSection={<IconSend size={16} stroke={1.8} aria-hidden="true" />}
        >
          Send
        </Button>
        {!isReady && <Text c="dimmed">Fill in all three fields to send the invitation.</Text>}
      </div>
    </form>
  );
}
