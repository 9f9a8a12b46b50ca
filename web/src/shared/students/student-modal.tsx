import { Button, Text, TextInput } from '@mantine/core';
import { can, scopeOf } from '@portal/access/can';
import type { SeminaryStudent } from '@portal/contract/seminary/students';
import { addStudent, editStudent } from '@portal/contract/students/enrol';
import type { StaffStudent, StudentBrief } from '@portal/contract/students/staff-student';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import { useCommand } from '../api/calls.ts';
import { api, isRefusal } from '../api/client.ts';
import { recordCall, studentCall } from '../api/student.ts';
import { StudentInView } from '../api/student-for-staff.tsx';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { AddCardModal } from '../payments/card-form/add-card-modal.tsx';
import { cardText } from '../payments/card-form/card-text.ts';
import { readSession } from '../session/session.ts';
import { BlockSkeleton, CallError, Note, Outcome } from '../ui/feedback.tsx';
import { PartnerIdsSection } from './partner-ids.tsx';
import { SameStudents } from './same-students.tsx';
import { StudentFieldset, useStudentLists } from './student-fields.tsx';
import {
  changesIn,
  fieldNames,
  fieldsOf,
  fieldsOfSeminary,
  labels,
  noStudent,
  type StudentField,
  studentForm,
  toCheck,
  toWire,
} from './student-form.ts';
import classes from './students.module.css';

interface StudentModalProps {
  /** The student to edit; null: a new student is added. */
  student: StaffStudent | null;
  /** A seminary student who is put on record and linked. */
  seminaryStudent?: SeminaryStudent;
  /** The form of this school: with the cohort, without college and membership. */
  school?: { id: number; name: string; latestCohort: string | null };
  onClose: () => void;
}

const UNLOCK = 'The student uses this email address to log in to the portal. Continue anyway?';

/**
 * M-30: a student's form, its review, and 'Save'; with M-31 when another student has the same SSN
 * and birth date, and M-49 before the address of a login is changed. Remount it for each student.
 */
export function StudentModal({ student, seminaryStudent, school, onClose }: StudentModalProps) {
  const before = student ? fieldsOf(student) : null;
  const fields = studentForm({
    isOfSchool: school !== undefined,
    isSchoolAdmin: scopeOf(readSession(), 'student.edit') === 'own_school',
    isNew: student === null,
    hasLogin: student?.password ?? false,
  });
  const empty = school
    ? { ...noStudent, schoolId: String(school.id), cohort: school.latestCohort ?? '' }
    : noStudent;
  const initial = before ?? (seminaryStudent ? fieldsOfSeminary(seminaryStudent) : empty);
  const [step, setStep] = useState<'form' | 'review' | 'unlock'>('form');
  const [unlocked, setUnlocked] = useState(
    student === null || !student.password || fields.fixed.includes('email'),
  );
  const lists = useStudentLists();
  const form = useCallForm({
    schema: z.preprocess(
      toCheck(before, fields.names),
      student ? editStudent.body : addStudent.body,
    ),
    initial,
  });
  const refreshes = [
    recordCall,
    studentCall,
    api.findStudent,
    api.findAllSeminaryStudents,
    api.getAllSchoolStudents,
    api.getSchoolDetails,
    api.getSchoolCohorts,
  ];
  const add = useCommand(api.studentAdd, { refreshes });
  const edit = useCommand(api.editStudent, { refreshes });
  const saving = student ? edit : add;
  const changed = changesIn(before ?? empty, form.values, fields.names);
  const save = (confirmDoubleSsnDob: boolean) => {
    const extra = confirmDoubleSsnDob ? { confirmDoubleSsnDob } : {};
    const onError = (failure: Error) => {
      if (!isRefusal(failure, 'duplicate_student') && form.showFailure(failure)) setStep('form');
    };
    if (student)
      edit.mutate(
        {
          ...(toWire(form.values, changed) as object),
          student_id: student.id,
          emailUnlocked: changed.includes('email') && unlocked && student.password,
          ...extra,
        },
        { onError },
      );
    else
      add.mutate(
        {
          ...(toWire(
            form.values,
            school ? [...fields.names, 'schoolId'] : fieldNames,
          ) as never as Parameters<typeof add.mutate>[0]),
          ...(school ? { isForSchool: true } : { isRegularAddEditStudent: true }),
          ...(seminaryStudent ? { seminaryStudentId: seminaryStudent.id } : {}),
          ...extra,
        },
        { onError },
      );
  };
  const newTitle = school || seminaryStudent ? 'Add student' : 'Add new student';
  const title = student ? 'Edit student details' : newTitle;
  const saved = saving.data?.student;
  if (saved)
    return (
      <Saved
        id={saved.id}
        isNew={student === null}
        mayOpen={!school || can(readSession(), 'credit.read')}
        title={title}
        onClose={onClose}
      />
    );
  if (isRefusal(saving.error, 'duplicate_student'))
    return (
      <SameStudents
        message={saving.error.message}
        students={(saving.error.problem.students ?? []) as StudentBrief[]}
        isNew={student === null}
        busy={saving.isPending}
        onContinue={() => save(true)}
        onCancel={onClose}
      />
    );
  if (step === 'unlock')
    return (
      <ModalFrame
        title="Unlock email"
        opened
        onClose={() => setStep('form')}
        foot={
          <>
            <Button variant="default" data-autofocus onClick={() => setStep('form')}>
              No
            </Button>
            <Button
              onClick={() => {
                setUnlocked(true);
                setStep('form');
              }}
            >
              Yes
            </Button>
          </>
        }
      >
        <Text>{UNLOCK}</Text>
      </ModalFrame>
    );
  const isIdentityChanged = changed.includes('dob') || changed.includes('last4ssn');
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      width={896}
      busy={saving.isPending}
      foot={
        step === 'review' ? (
          <>
            <Button variant="default" onClick={() => setStep('form')} disabled={saving.isPending}>
              Go back
            </Button>
            <Button loading={saving.isPending} onClick={() => save(false)}>
              Save
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form="student-form" disabled={changed.length === 0}>
              Confirm
            </Button>
          </>
        )
      }
    >
      <CallError error={lists.error} onRetry={lists.refetch} />
      {lists.isPending && <BlockSkeleton height={320} />}
      {!lists.isPending && step === 'form' && (
        <form
          id="student-form"
          noValidate
          className={classes.form}
          onSubmit={form.onSubmit(() => setStep('review'))}
        >
          <StudentFieldset
            form={form}
            shown={fields}
            lists={lists}
            ownCohort={before?.cohort ?? ''}
            lockedEmail={
              unlocked ? null : (
                <div className={classes.locked}>
                  <TextInput label={labels.email} value={form.values.email} readOnly />
                  <Button variant="default" onClick={() => setStep('unlock')}>
                    Unlock
                  </Button>
                </div>
              )
            }
          />
          {student && isIdentityChanged && (
            <Note tone="brass" icon={IconAlertTriangle}>
              An amended transcript may cost a fee. Correcting a wrong SSN costs $50.
            </Note>
          )}
          <Text c="dimmed">
            Changes to personal information must be reported to the office within 30 days.
          </Text>
        </form>
      )}
      {!lists.isPending && step === 'form' && student && can(readSession(), 'partner_id.edit') && (
        <StudentInView id={student.id}>
          <PartnerIdsSection />
        </StudentInView>
      )}
      {step === 'review' && (
        <>
          <Text ref={showTop}>Please review your details to make sure they are accurate.</Text>
          <dl className={classes.review}>
            {fields.names
              .filter((name) => form.values[name].trim() !== '' || changed.includes(name))
              .map((name) => (
                <div key={name}>
                  <dt>{labels[name]}</dt>
                  <dd>
                    <bdi>{shown(name, form.values[name], lists)}</bdi>
                  </dd>
                </div>
              ))}
          </dl>
        </>
      )}
      <CallError error={saving.error} />
    </ModalFrame>
  );
}

/** Scrolls the review to its top, however far down the form was. */
const showTop = (first: HTMLElement | null) => first?.scrollIntoView?.({ block: 'end' });

/** A field as a person reads it. */
function shown(
  name: StudentField,
  value: string,
  { colleges, membershipTypes, schools }: ReturnType<typeof useStudentLists>,
): string {
  const chosen = { collegeId: colleges, membershipTypeId: membershipTypes, schoolId: schools };
  if (name === 'gender') return value === '1' ? 'Male' : 'Female';
  if (name in chosen)
    return chosen[name as keyof typeof chosen].find((one) => one.value === value)?.label ?? '';
  return value.trim();
}

function Saved({
  id,
  isNew,
  mayOpen,
  title,
  onClose,
}: {
  id: number;
  isNew: boolean;
  /** The page of the student is theirs to see. */
  mayOpen: boolean;
  title: string;
  onClose: () => void;
}) {
  const [adding, setAdding] = useState(false);
  const [card, setCard] = useState<string | null>(null);
  return (
    <ModalFrame
      title={title}
      opened
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {isNew && mayOpen && (
            <Button component={Link} to={`/admin/profile/${id}`} replace>
              Go to student
            </Button>
          )}
        </>
      }
    >
      <Outcome>
        <Note tone="moss" icon={IconCircleCheck}>
          Student successfully {isNew ? 'added' : 'edited'}
        </Note>
        {card && (
          <Note tone="moss" icon={IconCircleCheck}>
            The {card} was saved.
          </Note>
        )}
        {isNew && (
          <Button variant="default" onClick={() => setAdding(true)}>
            Add card
          </Button>
        )}
      </Outcome>
      {adding && (
        <StudentInView id={id}>
          <AddCardModal
            opened
            onClose={() => setAdding(false)}
            onSaved={(saved) => {
              setCard(cardText(saved));
              setAdding(false);
            }}
          />
        </StudentInView>
      )}
    </ModalFrame>
  );
}
