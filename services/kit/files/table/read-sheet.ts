import type { RowCollector } from './collect-rows.ts';
import { type NumberFormat, numberText } from './number-text.ts';
import type { Package } from './open-package.ts';
import { readXml } from './read-xml.ts';
import { MAX_CELL_CHARS, TableFault, wrongKind } from './table-limits.ts';

/** The shared contents of a workbook that its sheets refer to. */
export interface Workbook {
  parts: Package;
  strings: readonly string[];
  formats: readonly NumberFormat[];
  is1904: boolean;
}

/** The column of a reference such as AB12, from 0; letters beyond XFD give one beyond the last. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,4}(?=\d)/.exec(reference)?.[0];
  if (letters === undefined) throw wrongKind();
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * Reads the rows of a sheet into a collector; with `peek`, only until so many rows have content.
 * Throws TableFault at the first cell beyond a limit, and `wrong_kind` for rows or columns out of
 * order.
 */
export async function readSheet(
  workbook: Workbook,
  path: string,
  rows: RowCollector,
  peek: number | null,
): Promise<void> {
  const { parts, strings, formats, is1904 } = workbook;
  let [row, column, isRow] = [0, -1, false];
  let [type, style, text, isText, phonetic] = ['n', 0, '', false, 0];

  function textOfCell(): string {
    if (type === 'b') return text.trim() === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return text.trim().slice(0, 10);
    if (type !== 's' || text.trim() === '') return text;
    const shared = strings[Number(text)];
    if (shared === undefined) throw wrongKind();
    return shared;
  }

  function addCell(): void {
    const shown = type === 'n' ? numberText(text, formats[style], is1904) : null;
    rows.addCell(column, shown?.text ?? textOfCell(), shown?.showsZeros);
  }

  await readXml(parts.unpack(path), {
    open(name, { r, t, s }) {
      if (name === 'row') {
        if (isRow) throw wrongKind();
        [row, column, isRow] = [r === undefined ? row + 1 : Number(r), -1, true];
        rows.startRow(row);
      } else if (name === 'c') {
        if (!isRow) throw wrongKind();
        const next = r === undefined ? column + 1 : columnOf(r);
        if (next <= column) throw wrongKind();
        [column, type, style, text, phonetic] = [next, t ?? 'n', Number(s ?? 0), '', 0];
      } else if (name === 'rPh') phonetic += 1;
      isText = isRow && (name === 'v' || (name === 't' && phonetic === 0));
    },
    text(more) {
      if (!isText) return;
      if (text.length + more.length > MAX_CELL_CHARS) {
        const message = 'At most 32,767 characters';
        throw new TableFault({ kind: 'cell', row, column, message });
      }
      text += more;
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c') addCell();
      else if (name === 'row') {
        rows.endRow();
        isRow = false;
      }
    },
    isDone: () => peek !== null && rows.filledRows >= peek,
  });
}
