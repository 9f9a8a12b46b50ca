import * as contract from '@portal/contract/students/partner-ids';
import type { PartnerIds } from '@portal/proto/identity/v1/partner_ids';
import { route } from '../http/route.ts';

const view = ({ talId, cccId, ttiId, maspedId }: PartnerIds = {}): contract.PartnerIds => ({
  talId: talId ?? null,
  cccId: cccId ?? null,
  ttiId: ttiId ?? null,
  maspedId: maspedId ?? null,
});

const names = ['talId', 'cccId', 'ttiId', 'maspedId'] as const;

export const partnerIdRoutes = [
  route(contract.getPartnerIds, async ({ by }, { identity }) =>
    view((await identity.partnerIds.getPartnerIds({}, by)).ids),
  ),

  route(contract.savePartnerIds, async ({ input, by }, { identity }) => {
    const changes = names.flatMap((name) => {
      const value = input[name];
      return value === undefined ? [] : [{ name, value: value ?? undefined }];
    });
    return view((await identity.partnerIds.savePartnerIds({ changes }, by)).ids);
  }),

  route(contract.lookUpTalId, async ({ by }, { transcripts }) => {
    const { talId, candidates } = await transcripts.transcripts.lookUpTalId({}, by);
    return { talId: talId ?? null, candidates };
  }),
];
