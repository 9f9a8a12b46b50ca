import { RowCollector, type Table } from './collect-rows.ts';
import { type NumberFormat, numberFormat } from './number-text.ts';
import { openPackage, type Package } from './open-package.ts';
import { readSheet, type Workbook } from './read-sheet.ts';
import { type Attributes, readXml } from './read-xml.ts';
import {
  HEADER_DEPTH,
  MAX_KEPT_CHARS,
  TableFault,
  type TableShape,
  tooLarge,
  wrongKind,
} from './table-limits.ts';

/** Excel's own limits for strings of a workbook, its styles and sheets. */
const MAX_STRINGS = 1_000_000;
const MAX_STYLES = 65_536;
const MAX_SHEETS = 50;

/** Returns the path of a file to which another file of the workbook refers. */
function partPath(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') base.pop();
    else if (step !== '.' && step !== '') base.push(step);
  }
  return base.join('/');
}

interface Relation {
  id: string;
  /** The last part of its type: worksheet, sharedStrings, styles, officeDocument. */
  type: string;
  path: string;
}

async function relationsOf(parts: Package, path: string): Promise<Relation[]> {
  const at = path.lastIndexOf('/') + 1;
  const name = `${path.slice(0, at)}_rels/${path.slice(at)}.rels`;
  const relations: Relation[] = [];
  if (!parts.names.has(name)) return relations;
  await readXml(parts.unpack(name), {
    open(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return;
      if (relations.length >= 1000) throw tooLarge();
      relations.push({
        id: Id,
        type: Type.split('/').at(-1) ?? '',
        path: partPath(path, Target),
      });
    },
  });
  return relations;
}

interface SheetList {
  /** Relation ids of the sheets that are shown, in their order; of all when none is. */
  ids: string[];
  is1904: boolean;
}

async function sheetsOf(parts: Package, path: string): Promise<SheetList> {
  const [shown, hidden]: [string[], string[]] = [[], []];
  let is1904 = false;
  await readXml(parts.unpack(path), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      if (shown.length + hidden.length >= MAX_SHEETS) throw tooLarge();
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? '';
      (/^(?:veryH|h)idden$/.test(attributes.state ?? '') ? hidden : shown).push(id);
    },
  });
  return { ids: shown.length > 0 ? shown : hidden, is1904 };
}

/** The texts that cells refer to by their place; phonetic guides are left out. */
async function stringsOf(parts: Package, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined || !parts.names.has(path)) return strings;
  let [text, chars, isText, phonetic] = ['', 0, false, 0];
  await readXml(parts.unpack(path), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    text(more) {
      if (!isText) return;
      chars += more.length;
      if (chars > MAX_KEPT_CHARS) throw tooLarge();
      text += more;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name !== 'si') return;
      if (strings.length >= MAX_STRINGS) throw tooLarge();
      strings.push(text);
    },
  });
  return strings;
}

/** How numbers of each cell style are shown. */
async function formatsOf(parts: Package, path: string | undefined): Promise<NumberFormat[]> {
  const formats: NumberFormat[] = [];
  if (path === undefined || !parts.names.has(path)) return formats;
  const codes = new Map<number, string>();
  let isCellStyle = false;
  const openOf: Record<string, (attributes: Attributes) => void> = {
    numFmt({ numFmtId, formatCode = '' }) {
      if (codes.size >= MAX_STYLES) throw tooLarge();
      codes.set(Number(numFmtId), formatCode.slice(0, 255));
    },
    cellXfs() {
      isCellStyle = true;
    },
    xf({ numFmtId }) {
      if (!isCellStyle) return;
      if (formats.length >= MAX_STYLES) throw tooLarge();
      const id = Number(numFmtId ?? 0);
      formats.push(numberFormat(id, codes.get(id)));
    },
  };
  await readXml(parts.unpack(path), {
    open: (name, attributes) => {
      if (Object.hasOwn(openOf, name)) openOf[name]?.(attributes);
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
  });
  return formats;
}

/** The sheet whose first rows name most columns; the first one when no other names more. */
async function sheetWithTable(
  paths: readonly string[],
  workbook: Workbook,
  shape: TableShape,
): Promise<string> {
  let best = { path: paths[0] ?? '', score: 0 };
  for (const path of paths.length > 1 ? paths : []) {
    const rows = new RowCollector(shape);
    try {
      await readSheet(workbook, path, rows, HEADER_DEPTH);
    } catch (error) {
      // this sheet may be no table; the file as a whole is not taken when it unpacks to too much
      if (!(error instanceof TableFault) || error.problem.kind === 'too_large') throw error;
    }
    const score = rows.headerScore();
    if (score > best.score) best = { path, score };
  }
  return best.path;
}

/**
 * Reads the sheet of an XLSX workbook that holds the table, with the stored values of its formulas,
 * as the workbook shows them. Throws TableFault, `wrong_kind` for macros and for a file that is not
 * a workbook.
 */
export async function readWorkbook(content: Buffer, shape: TableShape): Promise<Table> {
  const parts = await openPackage(content);
  try {
    if ([...parts.names].some((name) => /vbaProject\.bin$/i.test(name))) throw wrongKind();
    const root = await relationsOf(parts, '');
    const main = root.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
    if (!parts.names.has(main)) throw wrongKind();
    const relations = await relationsOf(parts, main);
    const pathOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.path;
    const { ids, is1904 } = await sheetsOf(parts, main);
    const sheets = new Map(
      relations.filter(({ type }) => type === 'worksheet').map(({ id, path }) => [id, path]),
    );
    const paths = ids.map((id) => sheets.get(id)).filter((path) => path !== undefined);
    if (paths.length === 0) throw wrongKind();
    const strings = await stringsOf(parts, pathOf('sharedStrings'));
    const formats = await formatsOf(parts, pathOf('styles'));
    const workbook: Workbook = { parts, strings, formats, is1904 };
    const rows = new RowCollector(shape);
    await readSheet(workbook, await sheetWithTable(paths, workbook, shape), rows, null);
    return rows.table();
  } finally {
    parts.close();
  }
}
