import { askPartner } from '@portal/kit/partners/ask-partner';
import { PartnerError } from '@portal/kit/partners/partner-client';
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

/**
 * The study materials of a vendor as the partner has them now; null when it does not answer within
 * 10 s, or not with a list.
 */
export async function listedMaterials(vendor: MaterialVendor): Promise<ListedMaterial[] | null> {
  try {
    return await askPartner({
      partner: 'tal',
      method: 'GET',
      url: `${process.env.TAL_URL}/study-materials?vendor=${vendor}`,
      answer: List,
      timeoutMs: TIMEOUT_MS,
    });
  } catch (error) {
    if (error instanceof PartnerError) return null;
    throw error;
  }
}
