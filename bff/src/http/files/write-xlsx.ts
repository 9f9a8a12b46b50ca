import { Readable } from 'node:stream';
import yazl from 'yazl';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A column of a sheet: its title, its width in characters, and its cells. */
export interface SheetColumn<Row> {
  title: string;
  width: number;
  /** Returns a number as a number and a text as a text, with any first character. */
  cell: (row: Row) => string | number | null;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The second format of styles.xml. */
const BOLD = 1;

/** The files of a workbook beside its one sheet. */
const frame = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ' +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>` +
    '</Relationships>',
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
    `<sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/>` +
    '</font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2">' +
    '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/>' +
    '</fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/>' +
    '</cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/>' +
    '</cellXfs></styleSheet>',
});

const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
/** Characters that XML cannot hold or that have to be escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as XML has it, without characters that XML cannot hold. */
function escaped(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.replace(special, (mark) => marks[mark] ?? '');
}

/** Spaces at the ends, and ends of lines, are kept only with this attribute. */
const keepsSpaces = /^\s|\s$|[\r\n\t]/;

/** 'A' to 'Z', 'AA' ... */
const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26));

/** A cell under its name ('B7'), which some readers need; nothing for an empty one. */
function cellXml(value: string | number | null, name: string, style = ''): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${name}"${style}><v>${value}</v></c>`;
  const space = keepsSpaces.test(value) ? ' xml:space="preserve"' : '';
  return `<c r="${name}"${style} t="inlineStr"><is><t${space}>${escaped(value)}</t></is></c>`;
}

/** The number of characters that are passed on at once; smaller writes wait in memory. */
const PIECE = 60_000;

async function* sheetXml<Row>(
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const named = columns.map(({ cell }, at) => ({ cell, letter: letters(at) }));
  const titles = columns.map(({ title }, at) => cellXml(title, `${letters(at)}1`, ` s="${BOLD}"`));
  yield Buffer.from(
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>' +
      `</sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`,
  );
  let number = 1;
  for await (const rows of pages) {
    let xml = '';
    for (const row of rows) {
      number += 1;
      xml += `<row r="${number}">`;
      for (const { cell, letter } of named) xml += cellXml(cell(row), letter + number);
      xml += '</row>';
      if (xml.length > PIECE) {
        yield Buffer.from(xml);
        xml = '';
      }
    }
    yield Buffer.from(xml);
  }
  yield Buffer.from('</sheetData></worksheet>');
}

/**
 * Returns a workbook of one sheet with a bold head that stays visible, written as its rows arrive:
 * pages are read no faster than the client reads the file. It breaks off with the error of a page
 * that fails.
 */
export function xlsxOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as Readable;
  for (const [path, xml] of Object.entries(frame(name)))
    zip.addBuffer(Buffer.from(HEAD + xml), path);
  const sheet = Readable.from(sheetXml(columns, pages), { objectMode: false });
  // the fastest: the texts repeat so much that more effort saves a tenth and takes twice the time
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 1 });
  zip.end();
  sheet.on('error', (error) => out.destroy(error));
  // a reader gets the error; without a reader yet, it must not end the process
  out.on('error', () => {});
  out.on('close', () => sheet.destroy());
  return out;
}
