import { SegmentedControl, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { can } from '@portal/access/can';
import { newYorkDay } from '@portal/contract/days';
import { useState } from 'react';
import { useAnswer } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { readSession } from '../../shared/session/session.ts';
import { StudentChoice } from '../../shared/students/student-choice.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import { previewCall } from '../api.ts';
import classes from '../catalogue.module.css';
import { Facts } from '../facts.tsx';
import { inWords } from './preview-words.ts';

interface PreviewModalProps {
  what: 'exam' | 'package';
  id: number;
  name: string;
  onClose: () => void;
}

/** OM-10: an exam or a package as students see it, now or at the prices of a later day. */
export function PreviewModal({ what, id, name, onClose }: PreviewModalProps) {
  const today = newYorkDay(new Date());
  const [who, setWho] = useState<'all' | 'one'>('all');
  const [studentId, setStudentId] = useState<number | null>(null);
  const [on, setOn] = useState(today);
  const hasSubject = who === 'all' || studentId !== null;
  const preview = useAnswer(
    previewCall,
    {
      ...(what === 'exam' ? { examId: id } : { packageId: id }),
      ...(who === 'one' && studentId !== null ? { student_id: studentId } : {}),
      ...(on === today || on === '' ? {} : { on }),
    },
    { enabled: hasSubject, keepOld: true },
  );
  return (
    <ModalFrame title={`Preview ${name}`} opened onClose={onClose} width={640}>
      <Stack gap="md">
        {can(readSession(), 'student.find') && (
          <SegmentedControl
            aria-label="As whom"
            fullWidth
            data={[
              { value: 'all', label: 'Anybody' },
              { value: 'one', label: 'One student' },
            ]}
            value={who}
            onChange={(next) => {
              setWho(next as 'all' | 'one');
              setStudentId(null);
            }}
          />
        )}
        {who === 'one' && <StudentChoice onChange={(chosen) => setStudentId(chosen?.id ?? null)} />}
        <TextInput
          type="date"
          label="On"
          description="At the prices of that day, New York"
          min={today}
          value={on}
          onChange={(event) => setOn(event.currentTarget.value)}
        />
        {hasSubject && (
          <div className={classes.seen} aria-live="polite" aria-busy={preview.isFetching}>
            {preview.error ? (
              <CallError error={preview.error} onRetry={() => void preview.refetch()} />
            ) : (
              (preview.data?.asSeen.map((seen) => (
                <section key={seen.audience} aria-label={seen.audience}>
                  <Title order={3} size="h5" mb="xs">
                    <bdi>{seen.audience}</bdi>
                  </Title>
                  <Facts facts={inWords(seen, what)} />
                </section>
              )) ?? <Skeleton height={150} />)
            )}
          </div>
        )}
        {who === 'all' && (
          <Text c="dimmed">Somebody new, with no credits and no exams passed.</Text>
        )}
      </Stack>
    </ModalFrame>
  );
}
