import { deflateRawSync } from 'node:zlib';
import { aZip } from './a-zip.ts';

const rootRelations =
  '<Relationships><Relationship Id="rId1" ' +
  'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ' +
  'Target="xl/workbook.xml"/></Relationships>';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" ` +
  `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" ` +
  `Target="${target}"/>`;
const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
};
const escapeXml = (text: string) => text.replace(/[<>&]/g, (mark) => entities[mark] ?? '');

/** The XML of a sheet around its rows. */
export const sheetXml = (rows: string): string =>
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<sheetData>${rows}</sheetData></worksheet>`;

/** Rows with inline texts; empty cells are left out. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((cells, row) => {
      const xml = cells.map((text, column) =>
        text === ''
          ? ''
          : `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is>` +
            `<t xml:space="preserve">${escapeXml(text)}</t></is></c>`,
      );
      return `<row r="${row + 1}">${xml.join('')}</row>`;
    })
    .join('');

export interface Book {
  /** XML of each sheet, by its name. */
  sheets: Readonly<Record<string, string>>;
  hidden?: readonly string[];
  strings?: string;
  styles?: string;
  /** Further files of the archive, or others in place of those above. */
  parts?: Readonly<Record<string, string>>;
}

/** Builds a workbook for tests with deflated files. */
export function anXlsx({ sheets, hidden = [], strings, styles, parts }: Book): Buffer {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) =>
      `<sheet name="${name}" ` +
      `sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="s${at}"/>`,
  );
  const relations = [
    ...names.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)),
    ...(strings === undefined ? [] : [relation('t', 'sharedStrings', 'sharedStrings.xml')]),
    ...(styles === undefined ? [] : [relation('y', 'styles', 'styles.xml')]),
  ];
  return aZip(
    {
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': rootRelations,
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${list.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
      ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': strings }),
      ...(styles === undefined ? {} : { 'xl/styles.xml': styles }),
      ...Object.fromEntries(
        Object.values(sheets).map((xml, at) => [`xl/worksheets/sheet${at}.xml`, xml]),
      ),
      ...parts,
    },
    (content) => deflateRawSync(content, { level: 1 }), // a quarter of the time for hostile files
  );
}
