import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { servedConfig } from '../../shared/api/served-config.ts';
import { CallError } from '../../shared/ui/feedback.tsx';

/**
 * Keeps the frame when a page fails: its chunk could not be loaded (a release removes older
 * versions), or rendering it threw an error.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <CallError
        error={Object.assign(
          new Error(
            navigator.onLine
              ? t`This page could not be loaded.`
              : t`You are offline. Check your connection and try again.`,
          ),
          navigator.onLine && { requestId: servedConfig().requestId },
        )}
        onRetry={() => window.location.reload()}
      />
    );
  }
}
