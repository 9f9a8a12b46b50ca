import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { assignmentFileTypes as types } from '@portal/contract/courses/assignment-file';
import { checkFile, plainName } from './uploaded-file.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
const png = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);
const jpg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb', 'hex');
const doc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const text = Buffer.from('Ethics of the Fathers: an essay, naïve as it is.\r\n\tThe end.');

/** A ZIP archive of these files, as small as it gets. */
function zip(files: Record<string, string>): Buffer {
  const parts = Object.entries(files).map(([name, content]) => {
    const packed = deflateRawSync(Buffer.from(content));
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(name === 'mimetype' ? 0 : 8, 8);
    const body = name === 'mimetype' ? Buffer.from(content) : packed;
    head.writeUInt32LE(body.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), body]);
  });
  return Buffer.concat([
    ...parts,
    Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
  ]);
}
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const documentType = `<Override PartName="/word/document.xml" ContentType="${word}"/>`;
const docx = zip({
  '[Content_Types].xml': `<Types>${documentType}</Types>`,
  'word/document.xml': '<w/>',
});
const odt = zip({ mimetype: 'application/vnd.oasis.opendocument.text' });
const check = (name: string, content: Buffer) =>
  checkFile('assignment', { name, content }, { types });

test.each([
  ['essay.pdf', pdf, 'application/pdf'],
  ['ESSAY.PDF', pdf, 'application/pdf'],
  ['essay.png', png, 'image/png'],
  ['essay.jpg', jpg, 'image/jpeg'],
  ['essay.jpeg', jpg, 'image/jpeg'],
  ['essay.doc', doc, 'application/x-cfb'],
  ['essay.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['essay.odt', odt, 'application/vnd.oasis.opendocument.text'],
  ['essay.rtf', Buffer.from('{\\rtf1\\ansi An essay.}'), 'application/rtf'],
  ['essay.txt', text, 'text/plain'],
])('accepts %s whose content matches its name', async (name, content, type) => {
  expect(await check(name, content)).toEqual({ name, type, content });
});

test.each([
  ['a picture that calls itself a document', 'essay.pdf', png],
  ['a program', 'essay.exe', Buffer.from('4d5a900003', 'hex')],
  [
    'a program that calls itself text',
    'essay.txt',
    Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
  ],
  [
    'a page that calls itself a document',
    'essay.pdf',
    Buffer.from('<html><script>alert(1)</script></html>'),
  ],
  ['a page', 'essay.html', Buffer.from('<html></html>')],
  ['an archive', 'essay.zip', zip({ 'a.txt': 'a' })],
  ['an archive that calls itself a document', 'essay.docx', zip({ 'a.txt': 'a' })],
  [
    'a sheet that calls itself a document',
    'essay.docx',
    zip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
  ],
  ['two ends of a name, the last of which is wrong', 'essay.pdf.exe', pdf],
  ['a name without an end', 'essay', pdf],
  ['no name', '', pdf],
  ['only an end', '.pdf', pdf],
  ['text with bytes that are none', 'essay.txt', Buffer.from([0x61, 0x00, 0x62])],
])('%s is refused', async (_, name, content) => {
  await expect(check(name, content)).rejects.toMatchObject({ status: 415, code: 'wrong_type' });
});

test('an empty file is refused as such', async () => {
  await expect(check('essay.pdf', Buffer.alloc(0))).rejects.toMatchObject({
    status: 422,
    extra: { errors: [{ path: 'assignment', message: 'The file is empty.' }] },
  });
});

test.each([
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['..\\..\\windows\\essay.pdf', 'essay.pdf'],
  ['/etc/cron.d/essay.pdf', 'essay.pdf'],
  ['....pdf', 'pdf'],
  ['es\u0000say.pdf', 'essay.pdf'],
  ['essay\r\nX-Header: 1.pdf', 'essayX-Header 1.pdf'],
  ['essay\u202efdp.exe', 'essayfdp.exe'],
  ['\u200e\u200f\u2060\ufeffessay.pdf', 'essay.pdf'],
  ['\u200e\u2060.pdf', 'pdf'],
  ['CON.pdf', '_CON.pdf'],
  ['lpt1.notes.txt', '_lpt1.notes.txt'],
  ['Console.pdf', 'Console.pdf'],
  ['<script>.pdf', 'script.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(150)}.pdf`],
  ['חיבור.pdf', 'חיבור.pdf'],
])('the name %j becomes %j', (sent, name) => {
  expect(plainName(sent)).toBe(name);
});

test.each([
  ['UTF-16', Buffer.from('\ufeffLast name\nL\u00e9vi\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Last name\nLevi\n', 'utf16le')],
  ['Windows-1252', Buffer.from('Last name\nL\u00e9vi\n', 'latin1')],
])('a CSV in %s is text', async (_, content) => {
  const file = await checkFile('file', { name: 'a.csv', content }, { types: ['csv'] });
  expect(file.type).toBe('text/plain');
});

test.each([
  ['a short program', Buffer.from('MZ\u0000\u0001')],
  ['a program with a run of zeros', Buffer.from('MZ\u0000\u0001\u0000a\u0000b')],
  ['a sound', Buffer.from([0xff, 0xfe, 0x01, 0x00, 0x02, 0x00])],
])('%s that is named as a CSV is refused', async (_, content) => {
  const file = { name: 'a.csv', content };
  await expect(checkFile('file', file, { types: ['csv'] })).rejects.toMatchObject({
    code: 'wrong_type',
  });
});
