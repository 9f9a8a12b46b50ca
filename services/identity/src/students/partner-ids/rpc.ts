import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { PartnerIdsServiceDefinition } from '@portal/proto/identity/v1/partner_ids';
import { type PartnerIds, partners } from './partner.ts';
import { getPartnerIds, savePartnerIds } from './partner-ids.ts';

/** The changes by field; other names are left out. */
const changesOf = (changes: readonly { name: string; value?: string | undefined }[]) =>
  Object.fromEntries(
    changes.flatMap(({ name, value }) =>
      partners.some((known) => known === name) ? [[name, value ?? null]] : [],
    ),
  ) as Partial<PartnerIds>;

export const partnerIdRpcs = rpcs(PartnerIdsServiceDefinition, {
  getPartnerIds: { handle: async (_, call) => ({ ids: present(await getPartnerIds(call)) }) },
  savePartnerIds: {
    handle: async ({ changes }, call) => ({
      ids: present(await savePartnerIds(call, changesOf(changes))),
    }),
  },
});
