/** The dialog open above a tab. */
export type Opened<Item> = { what: 'add' } | { what: 'edit' | 'retire' | 'preview'; item: Item };

export interface TabProps<Item> {
  search: string;
  /** Whether retired items are included. */
  retired: boolean;
  mayEdit: boolean;
  opened: Opened<Item> | null;
  onOpened: (opened: Opened<Item> | null) => void;
}
