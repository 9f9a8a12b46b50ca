import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  OfficeMaterialsServiceDefinition,
  type OfficeMaterial as WireOfficeMaterial,
} from '@portal/proto/catalog/v1/office_materials';
import { typed } from '../typed.ts';
import { listOfficeMaterials, type OfficeMaterial } from './list-office-materials.ts';
import { retireMaterial, saveMaterial } from './save-material.ts';

export const officeMaterialRpcs = rpcs(OfficeMaterialsServiceDefinition, {
  listOfficeMaterials: {
    handle: async ({ retired, search, ids }, call) => ({
      materials: (await listOfficeMaterials(call, { retired, search: typed(search), ids })).map(
        toWire,
      ),
    }),
  },
  saveMaterial: {
    handle: async ({ id, examId, fileType, displayTitle, url, file }, call) => ({
      material: toWire(
        await saveMaterial(call, {
          id,
          form: { examId, fileType, displayTitle: displayTitle.trim(), url: typed(url) },
          file: file ? { name: file.name, content: Buffer.from(file.content) } : null,
        }),
      ),
    }),
  },
  retireMaterial: {
    handle: async (wanted, call) => ({ material: toWire(await retireMaterial(call, wanted)) }),
  },
});

function toWire({
  id,
  fileType,
  displayTitle,
  url,
  lastUpdatedDate,
  ...about
}: OfficeMaterial): Part<WireOfficeMaterial> {
  const material = present({ id, fileType, displayTitle, url, lastUpdatedDate });
  return { ...present(about), material };
}
