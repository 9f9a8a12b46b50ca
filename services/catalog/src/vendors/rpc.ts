import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { VendorsServiceDefinition } from '@portal/proto/catalog/v1/vendors';
import { retireVendor, saveVendor } from './save-vendor.ts';
import { readVendors } from './vendor-store.ts';

export const vendorRpcs = rpcs(VendorsServiceDefinition, {
  listVendors: {
    handle: async ({ retired, search = '' }, { db }) => {
      const wanted = search.trim().toLowerCase();
      const vendors = await readVendors(db, null);
      return {
        vendors: vendors
          .filter(({ active }) => retired || active)
          .filter(({ name, fullname }) => `${name} ${fullname}`.toLowerCase().includes(wanted))
          .map(present),
      };
    },
  },
  saveVendor: {
    handle: async ({ id, name, fullname }, call) => ({
      vendor: present(await saveVendor(call, { id, name: name.trim(), fullname: fullname.trim() })),
    }),
  },
  retireVendor: {
    handle: async (wanted, call) => ({ vendor: present(await retireVendor(call, wanted)) }),
  },
});
