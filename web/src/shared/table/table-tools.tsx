import { Button, Menu } from '@mantine/core';
import { IconColumns3, IconDownload } from '@tabler/icons-react';
import classes from './data-table.module.css';
import type { Column } from './table-props.ts';

interface TableToolsProps<Row> {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onHidden: (hidden: ReadonlySet<string>) => void;
  onSave: (() => void) | undefined;
  saving: boolean;
}

/** Which columns are shown, and the file of all rows. The first column always stays. */
export function TableTools<Row>({
  columns,
  hidden,
  onHidden,
  onSave,
  saving,
}: TableToolsProps<Row>) {
  return (
    <div className={classes.buttons}>
      <Menu closeOnItemClick={false} position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.8} />}>
            Columns
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {columns.slice(1).map(({ id, title }) => (
            <Menu.CheckboxItem
              key={id}
              checked={!hidden.has(id)}
              onChange={(shown) => {
                const next = new Set(hidden);
                if (shown) next.delete(id);
                else next.add(id);
                onHidden(next);
              }}
            >
              {title}
            </Menu.CheckboxItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      {onSave && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.8} />}
          onClick={onSave}
          loading={saving}
        >
          Export
        </Button>
      )}
    </div>
  );
}
