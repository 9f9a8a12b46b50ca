import {
  BOTTOM,
  type Document,
  endNumbered,
  MARGIN,
  newLetter,
  ordered,
  RIGHT,
  rule,
} from '../../http/files/letter-pdf.ts';
import type { DayLine, DayList } from './day-list.ts';

const SIZE = 9.5;
const GAP = 12;
const BOX = 11;

const columns = [
  { title: 'Student', field: 'student', x: MARGIN + 22, width: 140 },
  { title: 'Exams', field: 'exams', x: 226, width: 160 },
  { title: 'Until', field: 'until', x: 394, width: 56 },
  { title: 'Notes', field: 'notes', x: 456, width: RIGHT - 456 },
] as const;

/** The list as a PDF of Letter pages, each numbered, with a box to tick before each student. */
export function dayListPdf(list: DayList, now: Date): Document {
  const document = newLetter(list.title, now);
  document.font('bold').fontSize(15);
  document.text(ordered(document, list.title, RIGHT - MARGIN), MARGIN, MARGIN);
  document.moveDown(0.3).font('plain').fontSize(SIZE);
  for (const line of list.about)
    document.text(ordered(document, line, RIGHT - MARGIN), { width: RIGHT - MARGIN });
  if (list.rows.length === 0) document.fontSize(11).text(list.none, MARGIN, document.y + GAP);
  else writeRows(document, list.rows);
  return endNumbered(document);
}

function writeRows(document: Document, rows: readonly DayLine[]): void {
  let y = writeTitles(document, document.y + GAP);
  for (const row of rows) {
    const cells = columns.map((column) => ({
      ...column,
      text: ordered(document, row[column.field], column.width),
    }));
    const height = Math.max(
      BOX + 2,
      ...cells.map(({ text, width }) => document.heightOfString(text, { width })),
    );
    if (y + height > BOTTOM) y = writeTitles(document.addPage(), MARGIN);
    document.rect(MARGIN, y, BOX, BOX).lineWidth(0.8).strokeColor('#000000').stroke();
    for (const { text, x, width } of cells) document.text(text, x, y, { width });
    y = rule(document, y + height + 4, 0.5);
  }
}

/** Returns the position of the first row. */
function writeTitles(document: Document, y: number): number {
  document.font('bold').fontSize(SIZE);
  for (const { title, x, width } of columns) document.text(title, x, y, { width });
  const below = rule(document, y + document.currentLineHeight() + 4, 1);
  document.font('plain');
  return below;
}
