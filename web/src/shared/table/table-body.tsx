import { ActionIcon } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';
import type { DataTableProps } from './table-props.ts';

/** Pixels of a row that is closed. */
const ROW_HEIGHT = 37;
/** Above this number of rows, only visible ones are rendered. */
export const VIRTUAL_FROM = 100;

interface TableBodyProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[];
  /** How many rows come before these. */
  first: number;
  panel: RefObject<HTMLElement | null>;
}

/** The rows in view, each in a body of its own with its opened details. */
export function TableBody<Row>(props: TableBodyProps<Row>) {
  const { rows, keyOf, columns, details, actions, panel, first } = props;
  const [opened, setOpened] = useState<ReadonlySet<number | string>>(new Set());
  const [current, setCurrent] = useState(0);
  const wanted = useRef<number | null>(null);
  const isVirtual = rows.length > VIRTUAL_FROM;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => panel.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin: ROW_HEIGHT,
    enabled: isVirtual,
  });
  const span = columns.length + (details ? 1 : 0) + (actions ? 1 : 0);
  // a single found row opens automatically; other rows begin closed
  const only = details && rows.length === 1 && first === 0 && rows[0] ? keyOf(rows[0]) : null;
  useEffect(() => {
    setCurrent(0);
    setOpened(new Set(only === null ? [] : [only]));
  }, [only]);

  const toggle = (key: number | string) =>
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  const focusRow = (at: number): boolean => {
    const row = panel.current?.querySelector<HTMLElement>(`tr[data-at="${at}"]`);
    row?.focus();
    return row !== null && row !== undefined;
  };
  useEffect(() => {
    if (wanted.current === null) return;
    // a row outside the view is rendered once the panel has scrolled
    if (focusRow(wanted.current)) wanted.current = null;
  });
  const moveTo = (at: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, at));
    wanted.current = next;
    setCurrent(next);
    if (isVirtual) virtual.scrollToIndex(next);
    if (next === current) focusRow(next);
  };
  const onKey = (event: KeyboardEvent, at: number, key: number | string) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const to = STEPS[event.key]?.(at, rows.length);
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' && details) toggle(key);
    else return;
    event.preventDefault();
  };

  const items = isVirtual ? virtual.getVirtualItems() : null;
  const shown = items?.map(({ index }) => index) ?? [...rows.keys()];
  const before = items?.[0] ? items[0].start - ROW_HEIGHT : 0;
  const last = items?.at(-1);
  const after = last ? virtual.getTotalSize() - (last.end - ROW_HEIGHT) : 0;
  return (
    <>
      <Spacer height={before} />
      {shown.map((at) => {
        const row = rows[at] as Row;
        const key = keyOf(row);
        const isOpen = opened.has(key);
        return (
          <tbody
            key={key}
            data-index={at}
            ref={isVirtual ? virtual.measureElement : null}
            data-open={isOpen || undefined}
          >
            <tr
              data-at={at}
              aria-rowindex={first + at + 2}
              tabIndex={at === Math.min(current, rows.length - 1) ? 0 : -1}
              onFocus={() => setCurrent(at)}
              onKeyDown={(event) => onKey(event, at, key)}
            >
              {details && (
                <td className={classes.opener}>
                  <ActionIcon
                    aria-label={`Details of ${props.nameOf(row)}`}
                    aria-expanded={isOpen}
                    onClick={() => toggle(key)}
                  >
                    <IconChevronRight size={16} stroke={1.8} className={classes.chevron} />
                  </ActionIcon>
                </td>
              )}
              {columns.map(({ id, cell, text, numeric }, place) => {
                const Cell = place === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={id}
                    data-numeric={numeric || undefined}
                    {...(place === 0 ? { scope: 'row' } : {})}
                  >
                    {cell ? cell(row) : text(row)}
                  </Cell>
                );
              })}
              {actions && <td className={classes.actions}>{actions(row)}</td>}
            </tr>
            {isOpen && details && (
              <tr className={classes.details}>
                <td colSpan={span}>
                  <div className={classes.inside}>{details(row)}</div>
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
      <Spacer height={after} />
    </>
  );
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at) => at + 1,
  j: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  k: (at) => at - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** The room of rows that are out of sight. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  ) : null;
