import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { DIALOG, DIALOG_OF, DialogStack, depthNow, keyNow, plainAddress } from './dialog-stack.ts';

const DialogContext = createContext<DialogStack | null>(null);

/** Around every page: keeps the dialogs and the history alike. */
export function DialogHistory({ children }: { children: ReactNode }) {
  const [stack] = useState(() => new DialogStack());
  const navigate = useNavigate();
  const { key } = useLocation();
  const type = useNavigationType();
  const last = useRef<string>(null);
  const draws = useRef(0);
  useLayoutEffect(() => {
    stack.navigate = navigate;
  }, [stack, navigate]);
  useEffect(() => {
    const isFirst = last.current === null;
    if (last.current === key) return;
    last.current = key;
    draws.current += 1;
    // left again before it was drawn: where to is drawn next, and settling now would undo the step
    if (type !== NavigationType.Pop && keyNow() !== key) return;
    stack.moved(!isFirst && type === NavigationType.Pop);
  }, [stack, key, type]);
  useEffect(() => {
    // synchronously, when the browser reports it: on a busy machine the page navigates and the way
    // back arrives before either is rendered, and the first of them would be missed
    const onChange = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
      if (navigationType === 'push' || navigationType === 'replace') stack.goesElsewhere();
    };
    window.navigation?.addEventListener('currententrychange', onChange);
    return () => window.navigation?.removeEventListener('currententrychange', onChange);
  }, [stack]);
  useEffect(() => {
    // Back before a dialog's entry was rendered leads to the entry that is still shown: nothing
    // rerenders then, and nothing else notifies the dialogs
    const onPop = () => {
      stack.hold();
      const before = draws.current;
      setTimeout(() => {
        if (draws.current === before && keyNow() === last.current) stack.moved(true);
      });
    };
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, [stack]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTaken =
        event.target instanceof Element &&
        event.target.getAttribute('data-mantine-stop-propagation') === 'true';
      if (event.key === 'Escape' && !event.isComposing && !isTaken && !event.defaultPrevented)
        stack.closeTop();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      stack.stop();
    };
  }, [stack]);
  return <DialogContext value={stack}>{children}</DialogContext>;
}

/** Back and Escape close the topmost open dialog; neither closes a dialog that is busy. */
export function useBackCloses(opened: boolean, busy: boolean, onClose: () => void): void {
  const stack = useContext(DialogContext);
  const now = useRef({ busy, onClose });
  useLayoutEffect(() => {
    now.current = { busy, onClose };
  });
  useEffect(() => {
    if (!opened || !stack) return;
    return stack.add({ isBusy: () => now.current.busy, close: () => now.current.onClose() });
  }, [opened, stack]);
}

/**
 * Back asks before it leaves a page with changes: `mayLeave` asks the person. It is an entry of the
 * history, like a dialog.
 */
export function useBackAsks(hasChanges: boolean, mayLeave: () => boolean): void {
  const stack = useContext(DialogContext);
  const ask = useRef(mayLeave);
  useLayoutEffect(() => {
    ask.current = mayLeave;
  });
  const [stays, setStays] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that stays pushes again
  useEffect(() => {
    if (!hasChanges || !stack) return;
    return stack.add({
      isBusy: () => false,
      isPage: true,
      close: () => {
        if (ask.current()) stack.back();
        else setStays((times) => times + 1);
      },
    });
  }, [hasChanges, stack, stays]);
}

/** A dialog with an address of its own: `?dialog=schedule&of=12`. */
export interface DialogAddress {
  name: string;
  /** The exam, package or number that it is about; never anything personal. */
  of: number | null;
}

export interface AddressedDialog {
  shown: DialogAddress | null;
  /**
   * The dialog was opened by a press on this page, and not by a link or a reload: the decision of
   * the press holds.
   */
  isPressed: boolean;
  open: (name: string, of?: number) => void;
  /** Another dialog replaces this one: Back leads to the page from there too. */
  goOnTo: (name: string, of?: number) => void;
  close: () => void;
  /** The dialog has finished its task: it stays open, and a reload does not reopen it. */
  settle: () => void;
}

function read(search: string): DialogAddress | null {
  const query = new URLSearchParams(search);
  const name = query.get(DIALOG);
  const of = query.get(DIALOG_OF);
  return name === null
    ? null
    : { name, of: of !== null && /^\d{1,10}$/.test(of) ? Number(of) : null };
}
/** The page in view with a dialog. */
function addressOf(name: string, of?: number): string {
  const [path = '', hash = ''] = plainAddress().split('#');
  const about = new URLSearchParams({
    [DIALOG]: name,
    ...(of === undefined ? {} : { [DIALOG_OF]: String(of) }),
  });
  return `${path}${path.includes('?') ? '&' : '?'}${about}${hash && `#${hash}`}`;
}
const asText = ({ name, of }: DialogAddress): string => `${name} ${of ?? ''}`;

/** Returns the dialog named by the page's address; the caller checks whether it is possible. */
export function useDialogAddress(): AddressedDialog {
  const stack = useContext(DialogContext);
  if (!stack) throw new Error('No DialogHistory stands around the page');
  const { search, key } = useLocation();
  const [kept, setKept] = useState<DialogAddress | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const [pressed, setPressed] = useState<string | null>(null);
  const last = useRef<DialogAddress>(null);
  const named = key === left ? null : read(search);
  // Back was pressed while something runs: the dialog stays
  const stays = named === null && key !== left && stack.isBusy ? last.current : null;
  const shown = named ?? kept ?? stays;
  useEffect(() => {
    last.current = shown;
  });
  useEffect(() => {
    if (stays) setKept(stays);
  }, [stays]);
  const isNamed = named !== null;
  useEffect(() => {
    if (isNamed) stack.putPageBelow();
  }, [stack, isNamed]);
  /** Notes that this page requested the dialog; returns its address. */
  const press = (name: string, of?: number): string => {
    setPressed(asText({ name, of: of ?? null }));
    setKept(null);
    return addressOf(name, of);
  };
  return {
    shown,
    isPressed: shown !== null && pressed === asText(shown),
    open: (name, of) => stack.push(press(name, of)),
    goOnTo: (name, of) => stack.replace(press(name, of)),
    close: () => {
      setKept(null);
      setPressed(null);
      if (stack.isFollowing || read(window.location.search) === null) return;
      setLeft(key);
      if (depthNow() > 0) stack.back();
      else stack.makePlain();
    },
    settle: () => {
      setKept(shown);
      if (read(window.location.search) !== null) stack.makePlain();
    },
  };
}
