import { useMediaQuery } from '@mantine/hooks';
import { PHONE } from '../dialogs/modal-frame.tsx';
import { asBlocks } from './as-blocks.tsx';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './table-props.ts';

/** A table whose rows are blocks on a phone, where its columns do not fit beside each other. */
export function BlockTable<Row>({ columns, ...rest }: DataTableProps<Row>) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  return (
    <DataTable
      // which columns are hidden at first is another choice on a phone
      key={isPhone ? 'phone' : 'desk'}
      columns={isPhone ? asBlocks(columns) : columns}
      {...rest}
    />
  );
}
