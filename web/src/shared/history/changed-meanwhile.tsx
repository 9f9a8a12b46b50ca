import { Button, Text } from '@mantine/core';
import { ModalFrame } from '../dialogs/modal-frame.tsx';
import { PlainTable } from '../table/plain-table.tsx';

/** A field that two people changed, as each left it, in words. */
export interface BothVersions {
  field: string;
  theirs: string;
  yours: string;
}

interface ChangedMeanwhileProps {
  /** A sentence, e.g. that miriam changed this session. */
  sentence: string;
  rows: readonly BothVersions[];
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}

/** OM-21: another person made a change at the same time; overwrites none of it unseen. */
export const ChangedMeanwhile = ({
  sentence,
  rows,
  onTheirs,
  onMine,
  onClose,
}: ChangedMeanwhileProps) => (
  <ModalFrame
    title="Changed meanwhile"
    opened
    onClose={onClose}
    width={640}
    foot={
      <>
        <Button variant="default" onClick={onTheirs}>
          Take theirs
        </Button>
        <Button onClick={onMine}>Use mine</Button>
      </>
    }
  >
    <Text mb="sm" role="status">
      <bdi>{sentence}</bdi>
    </Text>
    {rows.length > 0 && (
      <PlainTable
        title="Changes"
        hideTitle
        empty="Nothing else is different."
        columns={[
          { id: 'field', title: 'Field', text: ({ field }: BothVersions) => field },
          { id: 'theirs', title: 'Theirs', text: ({ theirs }: BothVersions) => theirs },
          { id: 'yours', title: 'Yours', text: ({ yours }: BothVersions) => yours },
        ]}
        rows={[...rows]}
        keyOf={({ field }) => field}
      />
    )}
  </ModalFrame>
);
