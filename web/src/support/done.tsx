import { IconCircleCheck } from '@tabler/icons-react';
import { Note, Outcome } from '../shared/ui/feedback.tsx';

/** The completed action, on its card. */
export function Done({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <Outcome>
      <Note tone="moss" icon={IconCircleCheck}>
        {text}
      </Note>
    </Outcome>
  );
}
