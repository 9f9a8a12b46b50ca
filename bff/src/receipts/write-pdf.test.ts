import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { Student } from '@portal/proto/identity/v1/students';
import { ReceiptRow } from '@portal/proto/payments/v1/charges';
import { receiptOf } from './receipt.ts';
import { pdfOf } from './write-pdf.ts';

const now = new Date('2026-11-23T03:05:00Z');
const student = Student.fromPartial({ firstName: 'רות', lastName: 'Łukasz' });
const row = ReceiptRow.fromPartial({
  at: now,
  description: 'Proctor fee',
  paidWith: 'Visa ending 1111',
  amountCents: 1500,
});

/** The file of so many rows, as the text in which its objects are written. */
async function fileOf(rows: number): Promise<string> {
  const receipt = receiptOf(student, 2026, Array<ReceiptRow>(rows).fill(row), now);
  return (await buffer(pdfOf(receipt, now))).toString('latin1');
}
const pagesOf = (file: string) => file.match(/\/Type \/Page\b(?!s)/g)?.length;

test('a year without payments is one Letter page', async () => {
  const file = await fileOf(0);
  expect(file).toMatch(/^%PDF-1\.\d/);
  expect(file.trimEnd()).toMatch(/%%EOF$/);
  expect(file).toContain('/MediaBox [0 0 612 792]');
  expect(pagesOf(file)).toBe(1);
});

test('many rows take as many pages as they need, and no page is left over', async () => {
  expect(pagesOf(await fileOf(5))).toBe(1);
  expect(pagesOf(await fileOf(60))).toBe(3);
});

test('only the letters that it uses come with it', async () => {
  expect((await fileOf(5)).length).toBeLessThan(60_000);
});
