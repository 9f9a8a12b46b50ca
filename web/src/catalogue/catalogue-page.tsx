import { Button, Checkbox, Group, Tabs, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { can } from '@portal/access/can';
import type { Permission } from '@portal/access/permissions';
import { IconDownload, IconPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router-dom';
import { AddressFilters } from '../shared/filters/address-filters.tsx';
import { useTyped } from '../shared/forms/use-typed.ts';
import { StaffPage } from '../shared/page/staff-page.tsx';
import { useOpenedByLink } from '../shared/page/use-opened-by-link.ts';
import { readSession } from '../shared/session/session.ts';
import { type CataloguePart, catalogueCall } from './api.ts';
import classes from './catalogue.module.css';
import { ExamsTab } from './exams/exams-tab.tsx';
import { MaterialsTab } from './materials/materials-tab.tsx';
import { PackagesTab } from './packages/packages-tab.tsx';
import { LocationsTab } from './places/locations-tab.tsx';
import { VendorsTab } from './places/vendors-tab.tsx';
import { PricesTab } from './prices/prices-tab.tsx';
import type { Opened, TabProps } from './tab-props.ts';
import { useCatalogueNews } from './use-catalogue-news.ts';
import { useCataloguePlace } from './use-catalogue-place.ts';

interface Tab {
  part: CataloguePart;
  label: string;
  /** The thing that the button adds. */
  add: string;
  sees: Permission;
  edits: Permission;
  /** Is given as a file, too. */
  exports?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the item type differs per tab
  content: ComponentType<TabProps<any>>;
}

const tabs: readonly Tab[] = [
  {
    part: 'exams',
    label: 'Exams',
    add: 'Add exam',
    sees: 'office_catalog.list',
    edits: 'office_catalog.edit',
    content: ExamsTab,
    exports: true,
  },
  {
    part: 'packages',
    label: 'Packages',
    add: 'Add package',
    sees: 'office_price.list',
    edits: 'office_price.edit',
    content: PackagesTab,
  },
  {
    part: 'prices',
    label: 'Prices',
    add: 'Set price',
    sees: 'office_price.list',
    edits: 'office_price.edit',
    content: PricesTab,
    exports: true,
  },
  {
    part: 'vendors',
    label: 'Vendors',
    add: 'Add vendor',
    sees: 'office_price.list',
    edits: 'office_price.edit',
    content: VendorsTab,
  },
  {
    part: 'locations',
    label: 'Locations',
    add: 'Add location',
    sees: 'office_catalog.list',
    edits: 'office_catalog.edit',
    content: LocationsTab,
  },
  {
    part: 'materials',
    label: 'Materials',
    add: 'Add material',
    sees: 'office_catalog.list',
    edits: 'office_catalog.edit',
    content: MaterialsTab,
  },
];

/** Returns the address of the file with the shown items. */
const exportAddress = (
  part: CataloguePart,
  { search, retired }: { search: string; retired: boolean },
): string => {
  const query = new URLSearchParams({ part, format: 'xlsx' });
  if (search.trim() !== '') query.set('search', search.trim());
  if (retired) query.set('retired', '1');
  return `${catalogueCall.path}?${query}`;
};

const SEARCH_WAITS_MS = 200;

/** O-05: the organisation's catalogue, maintained by the office. */
export function CataloguePage() {
  useCatalogueNews();
  const session = readSession();
  const seen = tabs.filter(({ sees }) => can(session, sees));
  const place = useCataloguePlace(seen.map(({ part }) => part));
  const [opened, setOpened] = useState<Opened<unknown> | null>(null);
  const [search] = useDebouncedValue(place.search, SEARCH_WAITS_MS);
  const tab = seen.find(({ part }) => part === place.part);
  const mayEdit = tab !== undefined && can(session, tab.edits);
  useOpenedByLink((what) => {
    if (what === 'add' && mayEdit) setOpened({ what });
  });
  const [typed, type] = useTyped(place.search, (search) => place.filter({ search }));
  if (!tab) return null;
  const Content = tab.content;
  return (
    <StaffPage
      title="Catalogue"
      actions={
        <Group gap="xs">
          <AddressFilters table="catalogue" names={['part', 'search', 'retired']} />
          {tab.exports && mayEdit && (
            <Button
              component={Link}
              variant="default"
              to={`/admin/catalogue/import?part=${tab.part}`}
              leftSection={<IconUpload size={16} stroke={1.8} />}
            >
              Import
            </Button>
          )}
          {tab.exports && (
            <Button
              component="a"
              variant="default"
              href={exportAddress(tab.part, place)}
              download
              leftSection={<IconDownload size={16} stroke={1.8} />}
            >
              Export
            </Button>
          )}
          {mayEdit && (
            <Button
              leftSection={<IconPlus size={16} stroke={1.8} />}
              onClick={() => setOpened({ what: 'add' })}
            >
              {tab.add}
            </Button>
          )}
        </Group>
      }
    >
      <Tabs
        value={tab.part}
        onChange={(part) => {
          setOpened(null);
          place.go(part as CataloguePart);
        }}
        keepMounted={false}
      >
        <Tabs.List aria-label="Parts of the catalogue">
          {seen.map(({ part, label }) => (
            <Tabs.Tab key={part} value={part}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab.part} pt="md">
          <div className={classes.filters}>
            <TextInput
              type="search"
              className={classes.search ?? ''}
              aria-label="Search"
              placeholder="Search"
              maxLength={100}
              leftSection={<IconSearch size={16} stroke={1.8} />}
              value={typed}
              onChange={(event) => type(event.currentTarget.value)}
            />
            <Checkbox
              label="Show retired"
              checked={place.retired}
              onChange={(event) => place.filter({ retired: event.currentTarget.checked })}
            />
          </div>
          <Content
            search={search.trim()}
            retired={place.retired}
            mayEdit={mayEdit}
            opened={opened}
            onOpened={setOpened}
          />
        </Tabs.Panel>
      </Tabs>
    </StaffPage>
  );
}
