import { Button, Group, Pagination, Text } from '@mantine/core';
import type { CallAnswer } from '@portal/contract/call';
import type { ImportRow, importCatalogue } from '@portal/contract/catalogue/catalogue-import';
import { IconArchive, IconCirclePlus, IconEqual, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { PlainTable } from '../../shared/table/plain-table.tsx';
import { ToneBadge } from '../../shared/ui/tone-badge.tsx';

type What = ImportRow['what'];

const looks = {
  error: { tone: 'garnet', icon: IconX, text: 'Error' },
  add: { tone: 'moss', icon: IconCirclePlus, text: 'New' },
  change: { tone: 'lapis', icon: IconPencil, text: 'Changed' },
  retire: { tone: 'brass', icon: IconArchive, text: 'Retired' },
  same: { tone: 'slate', icon: IconEqual, text: 'No change' },
} as const;
const whats = Object.keys(looks) as What[];

const changesText = ({ changes }: ImportRow): string =>
  changes
    .map(({ field, from, to }) => `${field}: ${from === '' ? '' : `${from} → `}${to || 'nothing'}`)
    .join('; ');

const columns = [
  { id: 'row', title: 'Row', numeric: true, text: ({ row }: ImportRow) => String(row) },
  {
    id: 'what',
    title: 'What',
    text: ({ what }: ImportRow) => looks[what].text,
    cell: ({ what }: ImportRow) => (
      <ToneBadge tone={looks[what].tone} icon={looks[what].icon}>
        {looks[what].text}
      </ToneBadge>
    ),
  },
  { id: 'text', title: 'Of', text: ({ text }: ImportRow) => text },
  { id: 'changes', title: 'Changes', text: changesText },
];

const PAGE = 100;

/** The change of each row of a table, errors first; the counts are filters. */
export function ImportRows({
  rows,
  counts,
}: Pick<CallAnswer<typeof importCatalogue>, 'rows' | 'counts'>) {
  const [what, setWhat] = useState<What | null>(counts.error > 0 ? 'error' : null);
  const [page, setPage] = useState(1);
  const shown = what === null ? rows : rows.filter((row) => row.what === what);
  const pages = Math.ceil(shown.length / PAGE);
  const filter = (next: What | null, text: string, count: number) => (
    <Button
      key={text}
      size="compact-md"
      variant={what === next ? 'light' : 'default'}
      aria-pressed={what === next}
      disabled={count === 0}
      onClick={() => {
        setWhat(next);
        setPage(1);
      }}
    >
      {`${text} ${count.toLocaleString('en-US')}`}
    </Button>
  );
  return (
    <>
      {counts.error > 0 && (
        <Text mb="sm" role="status">
          {counts.error === 1 ? 'A row has an error' : `${counts.error} rows have errors`}: nothing
          is applied until the file is mended and checked again.
        </Text>
      )}
      <Group gap="xs" mb="sm" role="group" aria-label="Rows that are shown">
        {filter(null, 'All', rows.length)}
        {whats.map((one) => filter(one, looks[one].text, counts[one]))}
      </Group>
      <PlainTable
        title="Rows"
        columns={columns}
        rows={shown.slice((page - 1) * PAGE, page * PAGE)}
        keyOf={({ row }) => row}
        empty="The file has no rows."
      />
      {pages > 1 && (
        <Pagination
          mt="sm"
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </>
  );
}
