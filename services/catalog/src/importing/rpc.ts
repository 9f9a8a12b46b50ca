import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  CatalogueImportServiceDefinition,
  type CatalogueChanges as WireChanges,
  type CatalogueFile as WireFile,
} from '@portal/proto/catalog/v1/catalogue_import';
import {
  type CatalogueChanges,
  type CatalogueFile,
  importExams,
  importPrices,
} from './import-catalogue.ts';

export const catalogueImportRpcs = rpcs(CatalogueImportServiceDefinition, {
  importExams: {
    handle: async ({ file }, call) => ({
      changes: toWire(await importExams(call, fromWire(file))),
    }),
  },
  importPrices: {
    handle: async ({ file }, call) => ({
      changes: toWire(await importPrices(call, fromWire(file))),
    }),
  },
});

const fromWire = (file: WireFile | undefined): CatalogueFile => ({
  name: file?.name ?? '',
  content: Buffer.from(file?.content ?? []),
  dryRun: file?.dryRun ?? true,
  previewHash: file?.previewHash ?? '',
});

const toWire = ({ rows, ...changes }: CatalogueChanges): Part<WireChanges> => ({
  ...changes,
  rows: rows.map(present),
});
