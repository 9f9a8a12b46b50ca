import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { importCatalogue } from '@portal/contract/catalogue/catalogue-import';
import { getCatalogue } from '@portal/contract/catalogue/office-catalogue';
import type { OfficeExam } from '@portal/contract/catalogue/office-exam';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { anExam } from '../../exams/catalogue.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

const send = (text: string | Buffer, about: object = {}, person = admin, name = 'exams.csv') =>
  person.ask(
    importCatalogue,
    {
      part: 'exams',
      dryRun: 'true',
      ...about,
      catalogue_file: new File([text as never], name),
    } as never,
    randomUUID(),
  );
const looked = async (text: string) => importCatalogue.answer.parse((await send(text)).body);
const examNow = async (code: string): Promise<OfficeExam | undefined> =>
  (await admin.do(getCatalogue, { part: 'exams', search: code })).items[0] as OfficeExam;

describe('importCatalogue', () => {
  test('applies the previewed changes once', async () => {
    const code = `IMP-${randomInt(1e9)}`;
    const id = await anExam({ secularNumber: code });
    const text = `id,vendor,secularNumber,subject,credits\n${id},TAL,${code},Read anew,4\n`;
    const { rows, counts, previewHash, report } = await looked(text);
    expect(report).toMatchObject({ lines: 2, headerRow: 1, rows: 1, firstRow: { row: 2 } });
    expect(counts).toEqual({ add: 0, change: 1, retire: 0, same: 0, error: 0 });
    expect(rows[0]?.changes.map(({ field, to }) => [field, to])).toEqual([
      ['subject', 'Read anew'],
      ['credits', '4'],
    ]);
    expect((await examNow(code))?.credits).toBe(3);
    const apply = { dryRun: 'false', previewHash };
    expect((await send(text, apply)).status).toBe(200);
    expect(await examNow(code)).toMatchObject({ subject: 'Read anew', credits: 4 });
    expect(refusal(await send(text, apply))).toEqual({
      status: 409,
      code: 'preview_outdated',
      detail: 'Something changed since the preview. Please look again.',
    });
  });

  test('allows prices only to super admins', async () => {
    const text = 'kind,amount,validFrom,reason\ncredit_member,1,2020-01-01,Old\n';
    expect(refusal(await send(text, { part: 'prices' }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    const answer = await send(text, { part: 'prices' }, superAdmin);
    expect(importCatalogue.answer.parse(answer.body).rows).toMatchObject([
      { what: 'error', text: 'A price cannot begin in the past.' },
    ]);
  });

  test('refuses files that are not tables, too large or infected', async () => {
    expect(refusal(await send('%PDF-1.7\n', {}, admin, 'exams.pdf'))).toMatchObject({
      status: 415,
      code: 'wrong_type',
    });
    expect(refusal(await send(Buffer.alloc(25 * 1024 * 1024 + 1)))).toMatchObject({
      status: 413,
      code: 'too_large',
    });
    expect(refusal(await send(`id,vendor,secularNumber\n${TEST_VIRUS}\n`))).toMatchObject({
      status: 422,
      code: 'file_refused',
    });
  });
});
