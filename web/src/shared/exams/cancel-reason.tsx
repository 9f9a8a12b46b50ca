import { type ReactNode, useId, useState } from 'react';
import { useStudentInView } from '../api/student-in-view.tsx';
import { ChoiceCard, ChoiceGroup } from '../forms/choice-card.tsx';

/** Why staff cancel, most often first. R-213. */
const reasons = [
  { value: 2, label: 'Student request' },
  { value: 1, label: 'No show' },
  { value: 3, label: 'Admin error' },
  { value: 4, label: 'Emergency' },
] as const;
const NONE = 'Please select a cancelling reason';

export interface CancelReason {
  /** The field for the dialog; null for students, who give no reason. */
  field: ReactNode;
  /**
   * Returns the reason for the call; null, with an error at the field, while staff have chosen
   * none.
   */
  take: () => { adminCancelReason?: number } | null;
}

/**
 * The reason of a cancellation by staff; students give none. R-212. `suggested` is preselected: no
 * show for a student who was marked absent. R-521
 */
export function useCancelReason(suggested: number | null = null): CancelReason {
  const isForStaff = useStudentInView() !== null;
  const name = useId();
  const [chosen, setChosen] = useState(suggested);
  const [isMissing, setMissing] = useState(false);
  if (!isForStaff) return { field: null, take: () => ({}) };
  return {
    field: (
      <ChoiceGroup legend="Reason" error={isMissing ? NONE : undefined}>
        {reasons.map(({ value, label }) => (
          <ChoiceCard
            key={value}
            name={name}
            value={String(value)}
            checked={chosen === value}
            onChoose={() => {
              setChosen(value);
              setMissing(false);
            }}
            title={label}
          />
        ))}
      </ChoiceGroup>
    ),
    take: () => {
      setMissing(chosen === null);
      return chosen === null ? null : { adminCancelReason: chosen };
    },
  };
}
