import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconClock,
  IconHistory,
  IconPencil,
} from '@tabler/icons-react';
import { useCommand } from '../../shared/api/calls.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { tableDayOf } from '../../shared/format/dates.ts';
import { money } from '../../shared/format/money.ts';
import type { Column } from '../../shared/table/table-props.ts';
import { CallError } from '../../shared/ui/feedback.tsx';
import { ToneBadge } from '../../shared/ui/tone-badge.tsx';
import { catalogueCall, type OfficePrice, setPriceCall, useItems } from '../api.ts';
import { RowButton } from '../item-actions.tsx';
import { PartTable } from '../part-table.tsx';
import type { TabProps } from '../tab-props.ts';
import { PriceModal } from './price-modal.tsx';
import { priceName, stateText } from './price-words.ts';

const looks = {
  future: { tone: 'brass', icon: IconClock },
  in_force: { tone: 'moss', icon: IconCircleCheck },
  past: { tone: 'slate', icon: IconHistory },
} as const;

const columns: readonly Column<OfficePrice>[] = [
  {
    id: 'of',
    title: 'Price of',
    sortable: true,
    text: priceName,
    cell: (price) => <bdi>{priceName(price)}</bdi>,
  },
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    sortable: true,
    text: ({ amount }) => money(amount),
  },
  {
    id: 'state',
    title: 'State',
    text: stateText,
    cell: (price) => <ToneBadge {...looks[price.state]}>{stateText(price)}</ToneBadge>,
  },
  { id: 'from', title: 'From', text: ({ validFrom }) => tableDayOf(validFrom) },
  { id: 'by', title: 'Set by', text: ({ setBy }) => setBy },
  {
    id: 'reason',
    title: 'Reason',
    text: ({ reason }) => reason ?? '',
    cell: ({ reason }) => <bdi>{reason}</bdi>,
  },
];

/** Prices and fees: in force, to come, and of before. */
export function PricesTab({ search, retired, mayEdit, opened, onOpened }: TabProps<OfficePrice>) {
  const prices = useItems('prices', { retired, search });
  const close = () => onOpened(null);
  return (
    <>
      <PartTable
        hasFile
        name="prices"
        columns={columns}
        items={prices.items}
        refreshing={prices.isFetching}
        error={prices.error}
        onRetry={() => void prices.refetch()}
        keyOf={({ priceId }) => priceId}
        nameOf={(price) => `${priceName(price)}, ${stateText(price)}`}
        actions={
          mayEdit
            ? (price) => (
                <>
                  {price.state === 'in_force' && (
                    <RowButton
                      label="Set price"
                      of={priceName(price)}
                      icon={IconPencil}
                      onClick={() => onOpened({ what: 'edit', item: price })}
                    />
                  )}
                  {price.state === 'future' && (
                    <RowButton
                      label="Withdraw"
                      of={`${priceName(price)}, ${stateText(price)}`}
                      icon={IconArrowBackUp}
                      onClick={() => onOpened({ what: 'retire', item: price })}
                    />
                  )}
                </>
              )
            : undefined
        }
      />
      {opened?.what === 'add' && <PriceModal of={null} onClose={close} />}
      {opened?.what === 'edit' && <PriceModal of={opened.item} onClose={close} />}
      {opened?.what === 'retire' && <WithdrawModal price={opened.item} onClose={close} />}
    </>
  );
}

/** Asks before a future price is withdrawn. */
function WithdrawModal({ price, onClose }: { price: OfficePrice; onClose: () => void }) {
  const withdraw = useCommand(setPriceCall, {
    refreshes: [catalogueCall],
    onDone: () => {
      notifications.show({ message: 'The price was withdrawn.' });
      onClose();
    },
  });
  return (
    <ModalFrame
      title="Withdraw price"
      opened
      onClose={onClose}
      busy={withdraw.isPending}
      foot={
        <>
          <Button variant="default" disabled={withdraw.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ withdraw: price.priceId })}
          >
            Withdraw
          </Button>
        </>
      }
    >
      <Text>
        <bdi>{priceName(price)}</bdi>
        {`: ${money(price.amount)} ${stateText(price)}. The price that is in force goes on.`}
      </Text>
      <CallError error={withdraw.error} />
    </ModalFrame>
  );
}
