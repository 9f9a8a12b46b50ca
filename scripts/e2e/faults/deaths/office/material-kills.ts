import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveMaterial } from '@portal/contract/catalogue/office-material';
import { sql } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import type { Person } from '../../../../portal-user/person.ts';
import { anExam } from '../../../exams/catalogue.ts';
import { sweep } from '../../../invariants/invariants.ts';
import { signedInStaff } from '../../../people/staff.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { persist } from '../../harness/people/buyer.ts';

/** Large enough that the upload takes a while. */
const PDF_BYTES = 12_000_000;
const aPdf = (): Buffer =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n${randomUUID()}\n`),
    Buffer.alloc(PDF_BYTES, 'a page of the guide that is cut off '),
  ]);
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Saves a PDF as the page does, with retries by the same key; returns its id. */
async function saved(
  admin: Person,
  about: { id?: number; examId: number },
  content: Buffer,
  key: string,
): Promise<number> {
  const file = new File([new Uint8Array(content)], 'guide.pdf', { type: 'application/pdf' });
  const form = { ...about, fileType: 'StudyGuide', displayTitle: 'Guide', file } as const;
  return (await persist(admin, saveMaterial, form, key)).item.id;
}

/** Returns all traces of an exam's materials: their files by hash, unused files, and the audit. */
async function tracesOf(examId: number) {
  const [materials, ofNobody, audit] = await Promise.all([
    sql<{ id: string; sha256: string | null }>(
      'catalog',
      `SELECT m.id, f.sha256 FROM study_material m
       LEFT JOIN study_material_file f ON f.material_id = m.id AND m.url = 'file:' || f.sha256
       WHERE m.exam_id = $1`,
      [examId],
    ),
    sql(
      'catalog',
      `SELECT 1 FROM study_material_file f LEFT JOIN study_material m ON m.id = f.material_id
       WHERE m.id IS NULL OR m.url <> 'file:' || f.sha256
         OR encode(sha256(f.content), 'hex') <> f.sha256`,
    ),
    sql<{ op: string }>(
      'catalog',
      `SELECT a.op FROM audit a JOIN study_material m ON a.row_id = m.id::text
       WHERE a.table_name = 'study_material' AND m.exam_id = $1 ORDER BY a.at`,
      [examId],
    ),
  ]);
  return {
    materials: materials.map((one) => ({ id: Number(one.id), sha256: one.sha256 })),
    ofNobody: ofNobody.length,
    audit: audit.map(({ op }) => op),
  };
}

/** Moments at which the service of the catalogue is killed. */
const moments: readonly { at: string; arrange: (hurt: HurtPortal) => void; marked: boolean }[] = [
  {
    at: 'as the file begins to flow',
    marked: false,
    arrange: ({ portal }) => portal.kill('catalog'),
  },
  {
    at: 'with everything written, before it is committed',
    marked: true,
    arrange: ({ dieAt }) => dieAt('catalog saveMaterial.commit'),
  },
  {
    at: 'with its event sent, before that is noted',
    marked: true,
    arrange: ({ dieAt }) => dieAt('catalog outbox.sent'),
  },
];

/** F1: the owner of the catalogue dies while a PDF is uploaded. */
export function materialKills(hurt: () => HurtPortal): void {
  test.each(moments)(
    'F1: a PDF whose service dies $at is saved once by its key, and so is its replacement',
    async ({ arrange, marked }) => {
      const { portal, diedAtAll, temporaryFiles } = hurt();
      await portal.ready();
      const admin = await signedInStaff('ROLE_ADMIN');
      const examId = await anExam();
      const [first, second] = [aPdf(), aPdf()];
      let id: number | undefined;
      for (const [content, audit] of [
        [first, ['insert']],
        [second, ['insert', 'update']],
      ] as const) {
        await portal.ready();
        const deaths = portal.deaths('catalog');
        const key = randomUUID();
        const about = { examId, ...(id === undefined ? {} : { id }) };
        const [known] = await Promise.all([saved(admin, about, content, key), arrange(hurt())]);
        if (marked) await diedAtAll();
        await until(
          async () => portal.deaths('catalog'),
          (died) => died === deaths + 1,
        );
        expect(id ?? known).toBe(known);
        id = known;
        expect(await saved(admin, about, content, key)).toBe(id);
        expect(await tracesOf(examId)).toEqual({
          materials: [{ id, sha256: sha256(content) }],
          ofNobody: 0,
          audit,
        });
      }
      expect(temporaryFiles()).toEqual([]);
      await sweep();
    },
  );
}
