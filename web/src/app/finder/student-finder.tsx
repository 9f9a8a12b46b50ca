import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useFocusWithin } from '@mantine/hooks';
import { scopeOf } from '@portal/access/can';
import type { CallAnswer } from '@portal/contract/call';
import type { suggestStudents } from '@portal/contract/students/lookup';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { tableDay } from '../../shared/format/dates.ts';
import { recentStudents } from '../../shared/session/recent-students.ts';
import { readSession } from '../../shared/session/session.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import { type Place, schoolPlace, schoolsNamed, studentPlace, wantedOf } from './places.ts';
import classes from './student-finder.module.css';

type Suggested = CallAnswer<typeof suggestStudents>[number];

/** Fewer letters lead to nobody in particular. */
const LEAST = 2;
/** Letters that come sooner after each other are one question. */
const PAUSE_MS = 150;
/** So short a beginning is of many schools, and of many people. */
const LEAST_OF_SCHOOL = 3;
const MOST_SCHOOLS = 5;

interface StudentFinderProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * Finds a student from any page as one types: names in any order and also misspelt, address, birth
 * date, phone, digits of the SSN, ids. Before that, the students that were looked at last.
 */
export function StudentFinder({ opened, onClose }: StudentFinderProps) {
  return (
    <ModalFrame title="Find a student" opened={opened} onClose={onClose} width={640}>
      {opened && <Finder onClose={onClose} />}
    </ModalFrame>
  );
}

/** The same at the head of the first page of staff, where the words can be typed at once. */
export function HomeFinder() {
  return <Finder atHome onClose={() => {}} />;
}

function Finder({ onClose, atHome = false }: { onClose: () => void; atHome?: boolean }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { who, where } = wantedOf(query);
  const [recent] = useState(recentStudents);
  const isRecent = who.length < LEAST;
  const { ref: frame, focused } = useFocusWithin<HTMLDivElement>();
  // at home the list lies over the filters, and leaves them free with the focus
  const isOpen = !atHome || (focused && typed !== '' && !isRecent);
  const store = useCombobox({ opened: isOpen });
  const { selectFirstOption } = store;
  const found = useAnswer(api.suggestStudents, isRecent ? { ids: recent } : { query: who }, {
    enabled: isRecent ? recent.length > 0 && !atHome : true,
    keepOld: !isRecent,
  });
  const students = isRecent && recent.length === 0 ? [] : (found.data ?? []);
  const schools = useSchoolsNamed(isRecent ? '' : who);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (atHome && window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [atHome]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the likeliest of these
  useEffect(() => void selectFirstOption(), [found.data, schools.length, isRecent]);
  const choose = (path: string) => {
    onClose();
    // in the place of the dialog's own entry of the history
    void navigate(path, { replace: !atHome });
  };
  const leave = () => (atHome ? setTyped('') : onClose());
  const account = readSession();
  return (
    <div ref={frame} className={atHome ? classes.home : undefined}>
      <Combobox store={store} onOptionSubmit={choose}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            ref={field}
            {...(atHome ? { label: 'Find a student' } : { 'aria-label': 'Student' })}
            placeholder="levi dana / transcripts"
            descriptionProps={{ size: 'md' }}
            description="Name, email, date of birth, phone, last 4 of SSN or id; then, after a slash, a page or an exam"
            value={typed}
            // the list keeps Escape to itself, and here it is all there is
            onKeyDown={({ key }) => key === 'Escape' && leave()}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
            rightSection={found.isFetching && <Loader size={16} aria-hidden="true" />}
          />
        </Combobox.EventsTarget>
        {isOpen && (
          <div className={atHome ? classes.over : undefined}>
            <CallError
              error={found.error}
              onRetry={() => void found.refetch()}
              busy={found.isFetching}
            />
            <p className={classes.about} role="status">
              {statusOf({
                isRecent,
                isPending: found.isPending,
                students: students.length,
                schools: schools.length,
              })}
            </p>
            <Combobox.Options aria-label={isRecent ? 'Last looked at' : 'Students'}>
              {schools.map((school) => (
                <Option key={`school ${school.id}`} place={schoolPlace(account, school, where)}>
                  <bdi>{school.name}</bdi>
                  <bdi>{school.city}</bdi>
                </Option>
              ))}
              {students.map((student) => (
                <StudentOption
                  key={student.id}
                  student={student}
                  place={studentPlace(account, student.id, where)}
                />
              ))}
            </Combobox.Options>
          </div>
        )}
      </Combobox>
    </div>
  );
}

/** Schools that the office may open, by the beginning of their names. */
function useSchoolsNamed(who: string) {
  const may = scopeOf(readSession(), 'school.manage') === 'any' && who.length >= LEAST_OF_SCHOOL;
  const schools = useAnswer(api.getSchools, {}, { enabled: may, fresh: 60_000 });
  return may ? schoolsNamed(schools.data ?? [], who).slice(0, MOST_SCHOOLS) : [];
}

interface Status {
  isRecent: boolean;
  isPending: boolean;
  students: number;
  schools: number;
}

const many = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function statusOf({ isRecent, isPending, students, schools }: Status): string {
  if (isRecent) return students > 0 ? 'Last looked at' : 'Type at least two letters.';
  if (isPending) return 'Looking…';
  if (schools === 0) return students === 0 ? 'No students found' : many(students, 'student');
  return students === 0
    ? many(schools, 'school')
    : `${many(schools, 'school')}, ${many(students, 'student')}`;
}

interface OptionProps {
  place: Place;
  /** The name, and what stands at the end of its line. */
  children: ReactNode;
  /** Before the place that the option leads to. */
  more?: ReactNode;
}

const Option = ({ place, children, more = <span /> }: OptionProps) => (
  <Combobox.Option value={place.path} className={classes.option ?? ''}>
    <span className={classes.name}>{children}</span>
    <span className={classes.more}>
      {more}
      <span>{place.label}</span>
    </span>
  </Combobox.Option>
);

function StudentOption({ student, place }: { student: Suggested; place: Place }) {
  const { firstName, lastName, maidenName, ssn, dob, email, schoolName, collegeName } = student;
  return (
    <Option
      place={place}
      more={
        <bdi>
          {[email ?? 'No email address', schoolName ?? collegeName].filter(Boolean).join(' · ')}
        </bdi>
      }
    >
      <bdi>
        {lastName}, {firstName}
        {maidenName && ` (${maidenName})`}
      </bdi>
      <span className="num">
        <time dateTime={dob}>{tableDay(dob)}</time> · {ssn}
      </span>
    </Option>
  );
}
