import type { CallAnswer } from '@portal/contract/call';
import type { CataloguePart, getCatalogue } from '@portal/contract/catalogue/office-catalogue';
import type { QueryClient } from '@tanstack/react-query';
import { answerKey, useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type { CataloguePart } from '@portal/contract/catalogue/office-catalogue';
export type { OfficeExam } from '@portal/contract/catalogue/office-exam';
export type { OfficeMaterial } from '@portal/contract/catalogue/office-material';
export type { OfficePackage } from '@portal/contract/catalogue/office-package';
export type { OfficeLocation, OfficeVendor } from '@portal/contract/catalogue/office-places';
export type { OfficePrice, PriceKind } from '@portal/contract/catalogue/office-price';

export const catalogueCall = api.getCatalogue;
export const saveExamCall = api.saveExam;
export const savePackageCall = api.savePackage;
export const setPriceCall = api.setPrice;
export const saveVendorCall = api.saveVendor;
export const saveLocationCall = api.saveLocation;
export const previewCall = api.cataloguePreview;
export const saveMaterialCall = api.saveMaterial;
export const retireCall = api.retireFromCatalogue;

type Answer = CallAnswer<typeof getCatalogue>;
/** An item of a catalogue part: an exam, a package and so on. */
export type Item<Part extends CataloguePart> = Extract<Answer, { part: Part }>['items'][number];

/**
 * Puts the changed item into the cached lists until they are reloaded, so that the next change
 * names the current version.
 */
export function showChanged(
  client: QueryClient,
  part: CataloguePart,
  item: { id: number; active: boolean },
): void {
  client.setQueriesData<Answer>({ queryKey: answerKey(catalogueCall) }, (known) =>
    known?.part === part
      ? ({
          ...known,
          items: known.items.map((one) => ('id' in one && one.id === item.id ? item : one)),
        } as Answer)
      : known,
  );
}

interface CatalogueRequest {
  retired?: boolean;
  search?: string;
  enabled?: boolean;
}

/** The items of one part of the catalogue; `items` is undefined until they are loaded. */
export function useItems<Part extends CataloguePart>(
  part: Part,
  { retired = false, search = '', enabled = true }: CatalogueRequest,
) {
  const answer = useAnswer(
    catalogueCall,
    { part, ...(retired ? { retired } : {}), ...(search === '' ? {} : { search }) },
    { keepOld: true, enabled },
  );
  const items =
    answer.data?.part === part
      ? (answer.data.items as unknown as readonly Item<Part>[])
      : undefined;
  return { ...answer, items };
}
