import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  MaterialsServiceDefinition,
  type Materials as WireMaterials,
} from '@portal/proto/catalog/v1/materials';
import { examToWire } from '../exams/exam-to-wire.ts';
import { getMaterials, type Materials } from './get-materials.ts';
import { updateMaterials } from './update-materials.ts';

export const materialRpcs = rpcs(MaterialsServiceDefinition, {
  getMaterials: { handle: async (_, call) => ({ materials: toWire(await getMaterials(call)) }) },
  updateMaterials: {
    handle: async (_, call) => {
      const { updated, ...materials } = await updateMaterials(call);
      return { materials: toWire(materials), updated };
    },
  },
});

const toWire = ({ exams, ...fetched }: Materials): Part<WireMaterials> => ({
  ...present(fetched),
  exams: exams.map(examToWire),
});
