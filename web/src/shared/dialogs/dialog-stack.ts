import type { NavigateFunction } from 'react-router-dom';

/** A dialog that is open, or a page with changes that Back must not leave without a question. */
export interface OpenDialog {
  /** Something runs in it that must not be left alone. */
  isBusy: () => boolean;
  close: () => void;
  /** Escape passes it by. */
  isPage?: boolean;
}

/** The state that the history stores with each entry, besides the page's own. */
interface EntryState {
  /** How many dialogs lie over the page in this entry. */
  dialogs?: number;
}

/** The query of an address that names a dialog: `?dialog=schedule&of=12`. */
export const DIALOG = 'dialog';
export const DIALOG_OF = 'of';

/** A way back that has not arrived after this time is given up. */
const BACK_TAKES_MS = 10_000; // a slow browser's step must not be made a second time

/** The browser's own, since the router tells of a step later than it is made. */
const stateNow = (): EntryState =>
  (window.history.state as { usr?: EntryState | null } | null)?.usr ?? {};
export const depthNow = (): number => stateNow().dialogs ?? 0;
/** The router's key of the entry in view. */
export const keyNow = (): string =>
  (window.history.state as { key?: string } | null)?.key ?? 'default';
const hasAddress = (): boolean => new URLSearchParams(window.location.search).has(DIALOG);

/** The address in view without its dialog. */
export function plainAddress(): string {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams(search);
  query.delete(DIALOG);
  query.delete(DIALOG_OF);
  const rest = query.toString();
  return pathname + (rest && `?${rest}`) + hash;
}

/**
 * Keeps the dialogs over a page and the entries of the history in step: each open dialog has one
 * entry, so that Back closes the topmost; a dialog that is closed otherwise removes its entry.
 * Leaves an entry without a dialog (after a reload, or by Forward) at once.
 */
export class DialogStack {
  readonly #dialogs: OpenDialog[] = [];
  #settling: ReturnType<typeof setTimeout> | undefined;
  #goingBack: ReturnType<typeof setTimeout> | undefined;
  /** How many dialogs it leaves. */
  #backTo = 0;
  #isFollowing = false;
  /** Where the page navigated during a way back, which undoes that navigation. */
  #overtaken: string | null = null;
  /** A dialog requested during a way back: pushed now, it would go with the entry that is left. */
  #requested: string | null = null;
  navigate: NavigateFunction = () => {};

  /** Registers an open dialog. Returns a function to call when it has closed. */
  add(dialog: OpenDialog): () => void {
    this.#dialogs.push(dialog);
    this.#settleSoon();
    return () => {
      const at = this.#dialogs.indexOf(dialog);
      if (at >= 0) this.#dialogs.splice(at, 1);
      this.#settleSoon();
    };
  }

  get isBusy(): boolean {
    return this.#dialogs.some((dialog) => dialog.isBusy());
  }

  /** Whether a dialog closes because the history has left it already, wherever that is by now. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Escape: closes the topmost dialog alone. */
  closeTop(): void {
    const top = this.#dialogs.findLast(({ isPage }) => !isPage);
    if (top && !top.isBusy()) top.close();
  }

  /** Opens the address of a dialog over the current page. */
  push(address: string): void {
    if (this.#goingBack !== undefined) {
      this.#requested = address;
      return;
    }
    const state = stateNow();
    void this.navigate(address, { state: { ...state, dialogs: depthNow() + 1 } });
  }

  /** Gives the entry of the dialog in view another address. */
  replace(address: string): void {
    void this.navigate(address, { replace: true, state: stateNow() });
  }

  /** The entry in view loses its dialog's address and stays the dialog's. */
  makePlain(): void {
    this.replace(plainAddress());
  }

  /**
   * The page was loaded with the address of a dialog: inserts the page alone below it as the target
   * of Back.
   */
  putPageBelow(): void {
    if (depthNow() > 0) return;
    const { pathname, search, hash } = window.location;
    this.makePlain();
    this.push(pathname + search + hash);
  }

  /** Leaves the topmost entry, once even when called repeatedly. */
  back(entries = 1): void {
    if (this.#goingBack !== undefined) return;
    this.#backTo = depthNow() - entries;
    this.#goingBack = setTimeout(() => this.#arrived(), BACK_TAKES_MS);
    void this.navigate(-entries);
  }

  /**
   * The browser went Back or Forward: until that is handled, pushes nothing, since a push would
   * undo the step.
   */
  hold(): void {
    clearTimeout(this.#settling);
  }

  /** The page gives its entry another address, or goes to a new one. */
  goesElsewhere(): void {
    if (this.#goingBack !== undefined) this.#overtaken = plainAddress();
  }

  /** Another entry is in view; `byHistory`: by Back or Forward. */
  moved(byHistory: boolean): void {
    if (!byHistory && this.#goingBack !== undefined) {
      this.goesElsewhere();
      return;
    }
    // one render may include our step and the person's next one, which leads further
    const isOurs = this.#goingBack !== undefined && depthNow() >= this.#backTo;
    this.#arrived();
    // a dialog that opened before our step came has no entry, and is given one now
    if (!byHistory || isOurs) return;
    for (
      let top = this.#dialogs.at(-1);
      top && this.#dialogs.length > depthNow() && !top.isBusy();
      top = this.#dialogs.at(-1)
    ) {
      this.#dialogs.pop();
      this.#isFollowing = true;
      top.close();
      this.#isFollowing = false;
    }
  }

  stop(): void {
    clearTimeout(this.#settling);
    clearTimeout(this.#goingBack);
  }

  #arrived(): void {
    clearTimeout(this.#goingBack);
    this.#goingBack = undefined;
    this.#settleSoon();
  }

  /**
   * One dialog that follows another takes over its entry: dialogs that open and close at the same
   * moment are handled together.
   */
  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle());
  }

  #settle(): void {
    if (this.#goingBack !== undefined) return;
    const { pathname, search, hash } = window.location;
    const surplus = depthNow() - Math.max(this.#dialogs.length, hasAddress() ? 1 : 0);
    if (surplus > 0) {
      this.back(surplus);
      return;
    }
    const overtaken = this.#overtaken;
    this.#overtaken = null;
    if (overtaken !== null && overtaken !== pathname + search + hash) this.replace(overtaken);
    const requested = this.#requested;
    this.#requested = null;
    if (requested !== null) this.push(requested);
    while (depthNow() < this.#dialogs.length) {
      const before = depthNow();
      this.push(pathname + search + hash);
      if (depthNow() === before) return; // the browser accepts no more entries
    }
  }
}
