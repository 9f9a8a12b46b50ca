import { crc32 } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { malformed, unprocessable } from '../errors.ts';
import { readTable } from './read-table.ts';

/** A ZIP archive of these files, stored as they are. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const [bodies, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(Buffer.byteLength(content), 14);
    head.writeUInt32LE(Buffer.byteLength(content), 18);
    head.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name + content)]);
    const made = Buffer.from('PK\x01\x02\x14\x00');
    entries.push(Buffer.concat([made, head, tail, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, directory, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const rels = 'http://schemas.openxmlformats.org/package/2006/relationships';
/** A workbook with one cell, whose sheet begins with this declaration. */
const workbook = (declaration: string, cell: string) =>
  zip({
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" ` +
      'r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${rels}"><Relationship Id="r1" Type="${relations}/worksheet" ` +
      'Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml':
      `<?xml version="1.0"?>${declaration}<worksheet xmlns="${main}"><dimension ` +
      'ref="A1"/><sheetData><row r="1"><c r="A1" ' +
      `t="inlineStr"><is><t>${cell}</t></is></c></row></sheetData></worksheet>`,
  });
const shape = { columns: [/./], maxRows: 10, maxColumns: 10 };
const refuse = {
  wrongKind: () => malformed('wrong_type', 'no'),
  unpacksTooLarge: () => malformed('too_large', 'no'),
  rowsInvalid: () => unprocessable('file_rows_invalid', 'no'),
};
/** The text of the cell; null where the file is refused. */
const cellOf = (content: Buffer): Promise<string | null> =>
  readTable('xlsx', content, { shape, refuse }).then(
    ({ header }) => header.cells[0] ?? '',
    () => null,
  );

test('a cell is read', async () => {
  expect(await cellOf(workbook('', 'Dana'))).toBe('Dana');
});

test.each([
  ['<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/hostname">]>', '&x;'],
  ['<!DOCTYPE w [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>', '&x;'],
  ['<!DOCTYPE w [<!ENTITY a "lol"><!ENTITY x "&a;&a;&a;">]>', '&x;'],
  ['<!DOCTYPE w SYSTEM "http://127.0.0.1:1/a.dtd">', '&x;'],
])('an entity of a workbook is never expanded: %s', async (declaration, cell) => {
  const read = await cellOf(workbook(declaration, cell));
  expect([null, '', '&x;']).toContain(read);
});
