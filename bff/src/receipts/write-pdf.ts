import {
  BOTTOM,
  type Document,
  endNumbered,
  MARGIN,
  newLetter,
  ordered,
  RIGHT,
  rule,
} from '../http/files/letter-pdf.ts';
import type { Receipt } from './receipt.ts';

const GAP = 12;
const SIZE = 9.5;

const columns = [
  { title: 'Date', field: 'date', x: MARGIN, width: 70, align: 'left' },
  { title: 'Description', field: 'description', x: 136, width: 226, align: 'left' },
  { title: 'Paid with', field: 'paidWith', x: 374, width: 104, align: 'left' },
  { title: 'Amount', field: 'amount', x: 486, width: RIGHT - 486, align: 'right' },
] as const;

/**
 * Returns the receipt as a PDF file of as many Letter pages as it needs, each numbered 'Page n of
 * m'; every page repeats the head of the table.
 */
export function pdfOf(receipt: Receipt, now: Date): Document {
  const document = newLetter(receipt.title, now);
  writeHead(document, receipt);
  if (receipt.none === null) writeTable(document, receipt);
  else
    document
      .font('plain')
      .fontSize(11)
      .text(receipt.none, MARGIN, document.y + GAP);
  return endNumbered(document);
}

function writeHead(document: Document, { provider, title, about }: Receipt): void {
  const [name = '', ...address] = provider;
  document.font('bold').fontSize(18).text(name, MARGIN, MARGIN);
  document.font('plain').fontSize(SIZE).text(address.join('\n'));
  document
    .font('bold')
    .fontSize(15)
    .text(title, MARGIN, document.y + 2 * GAP);
  document.moveDown(0.3).font('plain').fontSize(SIZE);
  for (const line of about)
    document.text(ordered(document, line, RIGHT - MARGIN), { width: RIGHT - MARGIN });
  document.moveDown(1);
}

function writeTable(document: Document, { rows, totals }: Receipt): void {
  let y = writeTitles(document, document.y + GAP);
  for (const row of rows) {
    const cells = columns.map((column) => ({
      ...column,
      text: ordered(document, row[column.field], column.width),
    }));
    const height = Math.max(
      ...cells.map(({ text, width }) => document.heightOfString(text, { width })),
    );
    if (y + height > BOTTOM) y = writeTitles(document.addPage(), MARGIN);
    for (const { text, x, width, align } of cells) document.text(text, x, y, { width, align });
    y = rule(document, y + height + 4, 0.5);
  }
  const lineHeight = document.currentLineHeight() + 4;
  if (y + totals.length * lineHeight > BOTTOM) {
    document.addPage();
    y = MARGIN;
  }
  document.font('bold');
  for (const [label, amount] of totals) {
    document.text(label, 374, y, { width: 104, lineBreak: false });
    document.text(amount, 478, y, { width: RIGHT - 478, align: 'right' });
    y += lineHeight;
  }
}

/** Returns the position of the first row. */
function writeTitles(document: Document, y: number): number {
  document.font('bold').fontSize(SIZE);
  for (const { title, x, width, align } of columns) document.text(title, x, y, { width, align });
  const below = rule(document, y + document.currentLineHeight() + 4, 1);
  document.font('plain');
  return below;
}
