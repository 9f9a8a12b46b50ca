import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue, useFocusWithin } from '@mantine/hooks';
import type { CallAnswer } from '@portal/contract/call';
import type { find } from '@portal/contract/finder/finder';
import type { FinderKind } from '@portal/contract/finder/finder-kinds';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAnswer } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { noteOpened } from '../../shared/api/note-opened.ts';
import { ModalFrame } from '../../shared/dialogs/modal-frame.tsx';
import { chosenState } from '../../shared/page/chosen-link.ts';
import { MissingNote } from '../../shared/page/missing-note.tsx';
import { CallError } from '../../shared/ui/feedback.tsx';
import classes from './finder.module.css';
import { type Group, groupsOf, missingText } from './groups.ts';

type Item = CallAnswer<typeof find>['items'][number];

/** Letters that come sooner after each other are one question. */
const PAUSE_MS = 150;
/** Delay before retrying a service that was too slow to answer. */
const AGAIN_MS = 2_000;
const EMPTY: readonly Item[] = [];
const NONE: CallAnswer<typeof find>['missing'] = [];

/** Shorter names match too much; a number is an id however short. */
const isQuestion = (typed: string): boolean => typed.length > 1 || /\d/.test(typed);

interface FinderProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * O-20: finds students, registrations, sessions, schools, exams, pages and actions from any staff
 * page while the user types; before that, lists the recently opened items. Ctrl+Enter or Ctrl+click
 * opens a tab.
 */
export function FinderModal({ opened, onClose }: FinderProps) {
  return (
    <ModalFrame title="Search" opened={opened} onClose={onClose} width={640} fixedTop>
      {opened && <Finder onClose={onClose} />}
    </ModalFrame>
  );
}

/** The same at the head of the first page of staff, where the words can be typed at once. */
export function HomeFinder() {
  return <Finder atHome onClose={() => {}} />;
}

function Finder({ onClose, atHome = false }: { onClose: () => void; atHome?: boolean }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isSearch = q === '' || isQuestion(q);
  const { ref: frame, focused } = useFocusWithin<HTMLDivElement>();
  // at home the list lies over the page, and leaves it free with the focus
  const isOpen = !atHome || (focused && typed.trim() !== '');
  const store = useCombobox({ opened: isOpen });
  const { selectFirstOption } = store;
  const found = useAnswer(
    api.find,
    { q },
    {
      enabled: isOpen && isSearch && (!atHome || q !== ''),
      keepOld: q !== '',
      every: (known) => known !== undefined && known.missing.length > 0 && AGAIN_MS,
      // the recently opened items change with each opening
      ...(q === '' ? { fresh: 0 } : {}),
    },
  );
  const items = (isSearch ? found.data?.items : undefined) ?? EMPTY;
  const missing = (isSearch ? found.data?.missing : undefined) ?? NONE;
  const isOfTyped = q === typed.trim() && found.isSuccess && !found.isPlaceholderData;
  const field = useRef<HTMLInputElement>(null);
  const inNewTab = useRef(false);
  /** Enter was pressed before the answer to the typed text came. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (atHome && window.matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [atHome]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter takes the likeliest of these
  useEffect(() => void selectFirstOption(), [items]);
  const choose = (place: string) => {
    const item = items[Number(place)];
    if (!item || isAwaited.current) return;
    if (item.id !== null && isOpenable(item.kind)) noteOpened(item.kind, item.id);
    if (inNewTab.current) {
      window.open(item.href, '_blank', 'noopener');
      return;
    }
    onClose();
    // in the place of the dialog's own entry of the history
    void navigate(item.href, { replace: !atHome, state: chosenState() });
  };
  useEffect(() => {
    if (!isOfTyped || !isAwaited.current) return;
    isAwaited.current = false;
    choose('0');
  });
  const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    inNewTab.current = ctrlKey || metaKey;
    if (key === 'Enter') isAwaited.current = isQuestion(typed.trim()) && !isOfTyped;
    // the first is marked a moment after it is drawn; Enter may come before
    if (key === 'Enter' && isOfTyped && store.getSelectedOptionIndex() === -1) choose('0');
    // the list keeps Escape to itself, and here it is all there is
    if (key === 'Escape') return atHome ? setTyped('') : onClose();
  };
  return (
    <div ref={frame} className={atHome ? classes.home : undefined}>
      <Combobox store={store} onOptionSubmit={choose}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            ref={field}
            {...(atHome ? { label: 'Search' } : { 'aria-label': 'Search' })}
            placeholder="levi dana / transcripts"
            descriptionProps={{ size: 'md' }}
            description={
              'A student by name, email or phone, r881, s204, a school, an exam or a page; ' +
              'after a slash, a page or an exam of the student'
            }
            value={typed}
            onKeyDown={onKeyDown}
            onChange={({ currentTarget }) => {
              isAwaited.current = false;
              setTyped(currentTarget.value);
            }}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={18} stroke={1.8} aria-hidden="true" />}
            rightSection={found.isFetching && <Loader size={16} aria-hidden="true" />}
          />
        </Combobox.EventsTarget>
        {isOpen && (
          // biome-ignore lint/a11y/noStaticElementInteractions: this only notes the key
          <div
            className={atHome ? `${classes.results} ${classes.over}` : classes.results}
            onMouseDown={({ ctrlKey, metaKey }) => {
              isAwaited.current = false;
              inNewTab.current = ctrlKey || metaKey;
            }}
          >
            <p className={classes.about} role="status">
              {!isSearch && 'Type at least two letters.'}
              {isSearch &&
                !found.error &&
                statusOf(found.isPending, items.length, missing.length > 0)}
            </p>
            <Combobox.Options aria-label="Results" className={classes.list ?? ''}>
              {groupsOf(items, q === '').map((group) => (
                <OptionGroup key={group.label} group={group} />
              ))}
            </Combobox.Options>
            <CallError
              error={isSearch ? found.error : null}
              onRetry={() => void found.refetch()}
              busy={found.isFetching}
            />
            {missing.length > 0 && (
              <div className={classes.missing}>
                <MissingNote
                  text={missingText(missing)}
                  busy={found.isFetching}
                  onRetry={() => void found.refetch()}
                />
              </div>
            )}
          </div>
        )}
      </Combobox>
    </div>
  );
}

const isOpenable = (kind: FinderKind): kind is Exclude<FinderKind, 'page' | 'action'> =>
  kind !== 'page' && kind !== 'action';

function statusOf(isPending: boolean, count: number, isPart: boolean): string {
  if (isPending) return 'Searching…';
  if (count === 0) return isPart ? '' : 'Nothing found.';
  return `${count} result${count === 1 ? '' : 's'}`;
}

/** Results of one kind under its name. */
function OptionGroup({ group: { label, items } }: { group: Group<Item> }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: list options are grouped by role
    <div role="group" aria-labelledby={id} className={classes.group}>
      <div id={id} className={classes.kind} role="presentation">
        {label}
      </div>
      {items.map(({ item, place }) => (
        <Combobox.Option key={place} value={String(place)} className={classes.option ?? ''}>
          <bdi className={classes.name}>{item.title}</bdi>
          {item.sub !== '' && <bdi className={classes.more}>{item.sub}</bdi>}
        </Combobox.Option>
      ))}
    </div>
  );
}
