import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { CallError, Empty, Loading, RefreshBar } from '../ui/feedback.tsx';
import { RunProgress } from '../ui/run-progress.tsx';
import classes from './data-table.module.css';
import { TableBody, VIRTUAL_FROM } from './table-body.tsx';
import { TableHead } from './table-head.tsx';
import type { DataTableProps } from './table-props.ts';
import { useHiddenColumns } from './table-state.ts';
import { TableTools } from './table-tools.tsx';
import { useFile } from './use-file.ts';

/** 'student' of 'students', 'entry' of 'entries'. */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * A table of rows that the server filters, sorts and pages: selectable columns, order and page in
 * the address, a file of all rows, arrow keys or J and K between rows, Enter to open one, and only
 * visible rows in the document, so that 100,000 rows scroll as smoothly as ten.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, total, pageSize, state, onState, error, onRetry, empty } = props;
  const [hidden, setHidden] = useHiddenColumns(
    name,
    columns.filter((column) => column.hiddenAtFirst).map(({ id }) => id),
  );
  const shown = columns.filter(({ id }, at) => at === 0 || !hidden.has(id));
  const panel = useRef<HTMLElement>(null);
  const caption = useId();
  const first = (state.page - 1) * pageSize;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const ownFile = useFile(props);
  const { busy, progress, failure, save } = props.file ?? ownFile;

  // an address or a search may name a page that is no longer there
  const isBeyond = rows !== undefined && rows.length === 0 && total > 0 && state.page > 1;
  useEffect(() => {
    if (isBeyond) onState({ page: pages });
  });
  const page = state.page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    if (panel.current) panel.current.scrollTop = 0;
  }, [page]);

  if (error && !rows) return <CallError error={error} onRetry={onRetry} />;
  if (!rows) return <TableSkeleton />;
  if (total === 0)
    return (
      <div role="status">
        <Empty icon={IconSearchOff} text={empty} />
      </div>
    );
  return (
    <div className={classes.frame}>
      <CallError error={error ?? failure} onRetry={error ? onRetry : undefined} />
      <div className={classes.tools}>
        <Text id={caption} fw={600} role="status">
          <bdi className="num">
            {`${total.toLocaleString('en-US')} ${total === 1 ? singular(name) : name}`}
          </bdi>
          {pages > 1 && (
            <Text span c="dimmed" fw={400} ms="sm" className="num">
              {[first + 1, first + rows.length]
                .map((number) => number.toLocaleString('en-US'))
                .join(' to ')}
            </Text>
          )}
        </Text>
        <Keys opens={props.details !== undefined} />
        <TableTools
          columns={columns}
          hidden={hidden}
          onHidden={setHidden}
          onSave={props.file || props.readAll ? save : undefined}
          saving={busy}
        />
      </div>
      {progress && (
        <div className={classes.progress}>
          <RunProgress label={`Reading ${name}`} {...progress} />
        </div>
      )}
      <section
        ref={panel}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel needs keyboard focus
        tabIndex={0}
        aria-labelledby={caption}
        className={classes.panel}
        data-virtual={rows.length > VIRTUAL_FROM || undefined}
      >
        <RefreshBar active={props.refreshing ?? false} />
        <table className={classes.table} aria-labelledby={caption} aria-rowcount={total + 1}>
          <TableHead
            columns={shown}
            state={state}
            onState={onState}
            opens={props.details !== undefined}
            acts={props.actions !== undefined}
          />
          <TableBody
            {...props}
            rows={rows}
            columns={shown}
            first={first}
            panel={panel}
            details={props.details}
            actions={props.actions}
          />
        </table>
      </section>
      {pages > 1 && (
        <nav className={classes.pages} aria-label={`Pages of ${name}`}>
          <Button
            variant="default"
            disabled={page === 1}
            onClick={() => onState({ page: page - 1 })}
          >
            Previous
          </Button>
          <Text span className="num">
            Page {page} of {pages.toLocaleString('en-US')}
          </Text>
          <Button
            variant="default"
            disabled={page >= pages}
            onClick={() => onState({ page: page + 1 })}
          >
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}

/** The keys of the rows, where there is a keyboard. */
const Keys = ({ opens }: { opens: boolean }) => (
  <div className={classes.keys}>
    <span>
      <kbd>J</kbd> <kbd>K</kbd> move
    </span>
    {opens && (
      <span>
        <kbd>Enter</kbd> open
      </span>
    )}
  </div>
);

function TableSkeleton() {
  return (
    <Loading>
      <VisuallyHidden>Rows</VisuallyHidden>
      <div className={classes.skeleton}>
        {Array.from({ length: 8 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <Skeleton key={row} h={36} />
        ))}
      </div>
    </Loading>
  );
}
