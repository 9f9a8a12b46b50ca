import classes from './as-blocks.module.css';
import type { Column } from './table-props.ts';

/**
 * Returns the columns of a table on a phone: a row is one block with all its texts and with its
 * buttons, which have no text; the other columns can still be chosen, and are in the file.
 */
export function asBlocks<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const [first, ...others] = columns;
  if (!first) return columns;
  const block = (row: Row) => (
    <div className={classes.block}>
      <span>{first.cell?.(row) ?? <bdi>{first.text(row)}</bdi>}</span>
      {others
        .filter((column) => !column.hiddenAtFirst)
        .map((column) => ({ ...column, text: column.text(row), cell: column.cell?.(row) }))
        .filter(({ text, cell }) => text !== '' || cell)
        .map(({ id, title, text, cell }) => (
          <span key={id} className={classes.line}>
            {text === '' ? null : `${title}: `}
            {cell ?? <bdi>{text}</bdi>}
          </span>
        ))}
    </div>
  );
  return [
    { ...first, cell: block },
    ...others.map((column) => ({ ...column, hiddenAtFirst: true })),
  ];
}
