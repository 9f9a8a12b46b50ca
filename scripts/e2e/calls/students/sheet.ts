import { inflateRawSync } from 'node:zlib';

const ENTRY = 0x02014b50;
const marks: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** Extracts a file of a ZIP by the central directory. */
function fileIn(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002'); zip.readUInt32LE(at) === ENTRY; ) {
    const [size, nameLength] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)];
    const head = zip.readUInt32LE(at + 42);
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      const from = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
      return inflateRawSync(zip.subarray(from, from + size)).toString('utf8');
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  throw new Error(`${name} is not in the file`);
}

/** Returns the rows of an XLSX of the portal: the text of each cell by its column ('A'). */
export function rowsOfSheet(xlsx: Buffer): Record<string, string>[] {
  const xml = fileIn(xlsx, 'xl/worksheets/sheet1.xml');
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)].map(([, column, cell = '']) => [
        column,
        cell.replace(/<[^>]*>/g, '').replace(/&(\w+);/g, (_, mark) => marks[mark] ?? ''),
      ]),
    ),
  );
}
