import { log } from '@portal/kit/log';
import { z } from 'zod';

/** Vendors whose study materials come from TAL. */
export type MaterialVendor = 'TAL' | 'CIS';

const TIMEOUT_MS = 10_000;
const Listed = z.object({
  examCode: z.string().trim().min(1).max(50),
  title: z.string().trim().min(1).max(200),
  type: z.string(),
  link: z.url({ protocol: /^https?$/ }).max(500),
  updatedOn: z.iso.date().nullish(),
});
const List = z.array(Listed).max(20_000);
/** A study material as the partner lists it. */
export type ListedMaterial = z.output<typeof Listed>;

/** The study materials of a vendor as the partner has them now; null when it does not answer within 10 s, or not with a list. */
export async function listedMaterials(vendor: MaterialVendor): Promise<ListedMaterial[] | null> {
  try {
    const answer = await fetch(`${process.env.TAL_URL}/study-materials?vendor=${vendor}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return List.parse(await answer.json());
  } catch (error) {
    log.warn({ vendor, reason: (error as Error).name }, 'study materials could not be fetched');
    return null;
  }
}
