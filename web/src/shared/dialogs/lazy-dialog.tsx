import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { type ComponentType, useEffect, useState } from 'react';
import { CallError, RefreshBar } from '../ui/feedback.tsx';
import classes from './lazy-dialog.module.css';

interface Closing {
  /** Of a dialog that stays where it is when it is closed. */
  opened?: boolean;
  onClose: () => void;
}

const notThere = new Error('This could not be opened. Check your connection and try again.');

/** The loader never retries styles that failed to load, so this does. */
function askAgainForStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode());
}

/** The chunk of a dialog, and the state of its load. */
interface DialogFile<Props> {
  load: () => Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | null;
  /** It did not come at least once. */
  failed: boolean;
}

/** Shows a component of another chunk. */
type LaterComponent<Props> = ComponentType<Props> & {
  /** Fetches the file before it is shown; rejects when it does not come. */
  fetch: () => Promise<void>;
  isFetched: () => boolean;
};

/**
 * A dialog in a chunk of its own, loaded on first use, so that its page loads without it. When the
 * chunk cannot be loaded, as offline or after a release, the page stays as it is and the dialog can
 * be requested again.
 */
export function lazyDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
): LaterComponent<Props> {
  const file: DialogFile<Props> = { load, loaded: null, failed: false };
  const Shown = (props: Props) => <Later file={file} given={props} />;
  return Object.assign(Shown, {
    fetch: async () => {
      file.loaded ??= await load();
    },
    isFetched: () => file.loaded !== null,
  });
}

function Later<Props extends Closing>({ file, given }: { file: DialogFile<Props>; given: Props }) {
  const { opened = true, onClose } = given;
  const [Dialog, setDialog] = useState(() => file.loaded);
  const [tries, setTries] = useState(1);
  const [failures, setFailures] = useState(0);
  const isWaiting = failures < tries;
  useEffect(() => {
    if (file.loaded || !opened || !isWaiting) return;
    let isGone = false;
    if (file.failed) askAgainForStyles();
    file.load().then(
      (found) => {
        file.loaded = found;
        if (!isGone) setDialog(() => found);
      },
      () => {
        file.failed = true;
        if (!isGone) setFailures(tries);
      },
    );
    return () => {
      isGone = true;
    };
  }, [file, tries, opened, isWaiting]);
  if (Dialog) return <Dialog {...given} />;
  if (!opened) return null;
  if (isWaiting) return <RefreshBar active />;
  const again = () => setTries(tries + 1);
  return (
    <div className={classes.failed}>
      <CallError error={notThere} />
      <div className={classes.foot}>
        <Button
          variant="default"
          onClick={() => {
            again(); // on the next opening
            onClose();
          }}
        >
          <Trans>Close</Trans>
        </Button>
        {tries === 1 ? (
          <Button onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          <Button onClick={() => window.location.reload()}>
            <Trans>Reload page</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
