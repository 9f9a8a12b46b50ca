/** The dialog open above a tab. */
export type Opened<Item> = { what: 'add' } | { what: 'edit' | 'retire' | 'preview'; item: Item };

export interface TabProps<Item> {
  search: string;
  /** What is not offered any more, too. */
  retired: boolean;
  mayEdit: boolean;
  opened: Opened<Item> | null;
  onOpened: (opened: Opened<Item> | null) => void;
}
