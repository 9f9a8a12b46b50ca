import { StringDecoder } from 'node:string_decoder';
import { SaxesParser } from 'saxes';
import { TableFault, tooLarge, wrongKind } from './table-limits.ts';

const MAX_DEPTH = 100;
/** Bytes without the beginning or end of an element: far above the text of any cell. */
const MAX_SILENT_BYTES = 1024 * 1024;

export type Attributes = Readonly<Record<string, string>>;
/** Callbacks for reading an XML file of a workbook; names come without their prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Whether enough was read. */
  isDone?(): boolean;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML as it is unpacked. Throws TableFault `wrong_kind` for XML that is not well formed, has
 * a DOCTYPE (so that no entity is ever declared) or is nested deeper than 100 elements, and
 * `too_large` for a megabyte without an element.
 */
export async function readXml(chunks: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let [depth, silent] = [0, 0];
  parser.on('doctype', () => {
    throw wrongKind();
  });
  parser.on('error', () => {
    throw wrongKind();
  });
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw wrongKind();
    handler.open(localName(name), attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    silent = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  const decoder = new StringDecoder('utf8');
  try {
    for await (const chunk of chunks) {
      silent += chunk.length;
      if (silent > MAX_SILENT_BYTES) throw tooLarge();
      parser.write(decoder.write(chunk));
      if (handler.isDone?.()) return;
    }
    parser.write(decoder.end()).close();
  } catch (error) {
    // errors of the packed bytes
    throw error instanceof TableFault ? error : wrongKind();
  }
}
