import { Text } from '@mantine/core';
import { resultColumns, resultKey } from '../../shared/exams/result-columns.tsx';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import type { Info } from './api.ts';
import { Section } from './section.tsx';

const vendors = [
  { id: 1, name: 'TAL' },
  { id: 4, name: 'CIS' },
] as const;

/**
 * TAL's results of the student's exams, a table per vendor; an error keeps the last answer. A-11.
 */
export function ResultsSection({
  info: { talExamsResponse, talError, missingTalGuid },
}: {
  info: Pick<Info, 'talExamsResponse' | 'talError' | 'missingTalGuid'>;
}) {
  return (
    <Section title="TAL/CIS exams results">
      <CallError error={talError === null ? null : new Error(talError)} />
      {missingTalGuid && <Text c="dimmed">TAL id is missing from student record</Text>}
      {talExamsResponse &&
        vendors.map(({ id, name }) => (
          <PlainTable
            key={id}
            title={name}
            level={3}
            columns={resultColumns}
            rows={talExamsResponse.filter(({ vendorId }) => vendorId === id)}
            keyOf={resultKey}
            empty={`Student did not take any ${name} exams`}
          />
        ))}
    </Section>
  );
}
