import { setImmediate as breathe } from 'node:timers/promises';
import { isolateRightToLeft as isolate } from '@portal/access/text/isolates';
import type { StudentData } from '@portal/contract/students/my-data';
import { inNewYork } from '@portal/kit/clock';
import {
  type Document,
  endNumbered,
  MARGIN,
  newLetter,
  ordered,
  RIGHT,
} from '../http/files/letter-pdf.ts';

const WIDTH = RIGHT - MARGIN;
/** So many rows are written before others have a turn. */
const ROWS_AT_ONCE = 20;

const titles: Readonly<Record<string, string>> = {
  identity: 'Student record',
  registration: 'Exams and sessions',
  payments: 'Payments, cards and credits',
  schools: 'Orders of the school',
  seminary: 'Seminary',
  transcripts: 'Results and transcripts',
};

/** 'last_change' as people read it: 'Last change'. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value as text; of a list or an object all that is in it. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(isolatedText).join(', ') || 'none';
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([name, one]) => `${titleOf(name).toLowerCase()} ${isolatedText(one)}`)
        .join(', ') || 'none'
    );
  return String(value);
}

const isolatedText = (value: unknown): string => isolate(valueText(value));

/** Returns every column of a row with its value, a line each. */
export const factsOf = (row: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(row).map(([field, value]) => `${titleOf(field)}: ${isolatedText(value)}`);

/**
 * The data as a PDF file: the same facts as in JSON, a heading for each service and table, a
 * paragraph a row.
 */
export async function dataPdf(data: StudentData, now: Date): Promise<Document> {
  const title = `Data of student ${data.studentId}`;
  const document = newLetter(title, now);
  const line = (text: string, size: number, font: 'plain' | 'bold' = 'plain') => {
    document.font(font).fontSize(size);
    document.text(ordered(document, text, WIDTH), MARGIN, document.y, { width: WIDTH });
  };
  document.font('bold').fontSize(20).text(title, MARGIN, MARGIN);
  const requestedAt = inNewYork(new Date(data.askedAt)).toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  line(`Asked for on ${requestedAt}, New York. Amounts that end in "cents" are cents.`, 10);
  let written = 0;
  for (const { service, tables } of data.services) {
    document.moveDown(1);
    line(titles[service] ?? titleOf(service), 15, 'bold');
    if (tables.length === 0) line('Nothing is kept here.', 10);
    for (const { name, rows } of tables) {
      document.moveDown(0.6);
      line(titleOf(name), 11, 'bold');
      for (const row of rows) {
        document.moveDown(0.3);
        line(factsOf(row).join('\n'), 9);
        written += 1;
        if (written % ROWS_AT_ONCE === 0) await breathe();
      }
    }
  }
  return endNumbered(document);
}
